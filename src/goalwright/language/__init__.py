"""The words of each language as tables, one folder a language; no code."""
