"""Knows which bytes of a memory are in use in a phase, and for what."""

FREE, EXCLUSIVE, READ = 0, 1, 2  # larger: the number of a group of atomic operations that may meet


class Occupancy:
    def __init__(self, arena, rank, size):
        self.arena, self.rank, self.size = arena, rank, size
        self.state = bytearray(size)

    def fits(self, base, pieces, use, limits):
        begin, end = limits
        lowest = min(d for d, _ in pieces)
        highest = max(d + n for d, n in pieces)
        if base + lowest < begin or base + highest > end:
            return False
        allowed = {FREE} if use == EXCLUSIVE else {FREE, use}
        return all(set(self.state[base + d : base + d + n]) <= allowed for d, n in pieces)

    def take(self, base, pieces, use):
        for d, n in pieces:
            self.state[base + d : base + d + n] = bytes([use]) * n

    def find(self, rng, pieces, use, step, origin, limits):
        """Finds a place for displacement 0: all pieces are within `limits`, in bytes that are free for this use. The place is
        origin + k * step, k >= 0. None: it found none."""
        lowest = min(d for d, _ in pieces)
        highest = max(d + n for d, n in pieces)
        first = max(0, -(-(limits[0] - lowest - origin) // step))
        last = (limits[1] - highest - origin) // step
        if last < first:
            return None
        for attempt in range(12):
            base = origin + step * (rng.randint(first, last) if attempt else rng.randint(first, min(last, first + 4)))
            if self.fits(base, pieces, use, limits):
                self.take(base, pieces, use)
                return base
        return None
