"""Order, layers and circles of plain graphs of ids; what the ids stand for is no concern of this room."""

from goalwright.graph.order import find_cycle, layers, topological_order

__all__ = ["find_cycle", "layers", "topological_order"]
