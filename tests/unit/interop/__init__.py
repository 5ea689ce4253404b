"""Tests of the roads to other libraries."""
