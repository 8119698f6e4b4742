"""What the native libraries get wrong (seen on Debian 12): the differential tests believe the standard, so programs that are to
run natively leave these out."""

KNOWN = {
    "mpich": {
        "odd_sizes",  # MPICH 4.0.2: puts land 8 bytes off when sizes of MPI_Win_allocate are no multiple of 16
        "nested",  # a window in the memory of an earlier one is addressed at the wrong base
    },
    "openmpi": {
        "cas64",  # Open MPI 4.1.4: 64-bit compare_and_swap crashes
        "disjoint",  # two disjoint communicators that allocate windows at once sometimes fail
    },
}
