"""What can be asked of the machine: time and date, battery, disk, memory, processor, network, processes."""

from goalwright.tools.state.state_family import make_tools, missing

__all__ = ["make_tools", "missing"]
