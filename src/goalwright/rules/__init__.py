"""Rule tables: one row per verb, loaded from TOML, with the words that parameters may name."""

from goalwright.rules.book import RuleBook
from goalwright.rules.loader import as_rule_book, builtin_rules, load_rules
from goalwright.rules.rule import Rule

__all__ = ["Rule", "RuleBook", "as_rule_book", "builtin_rules", "load_rules"]
