"""The words of each language as tables, one folder a language, and what reads them."""
