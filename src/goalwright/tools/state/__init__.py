"""What can be asked of the machine: time and date, battery, disk, memory, processor, network, processes."""
