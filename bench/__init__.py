"""Measurements of one run on one machine: ratios to keep, absolute figures to look at."""
