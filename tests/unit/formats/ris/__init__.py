"""Tests of RIS."""
