"""Needs a module that is not there."""

import a_module_that_does_not_exist  # noqa: F401
