"""The tools for web pages: a browser that outlives the command, reached when it is first needed."""

from goalwright.tools.browser.browser_family import make_tools, missing

__all__ = ["make_tools", "missing"]
