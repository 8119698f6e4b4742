"""Random derived datatypes: the calls that make them, and their meaning by chapter 5 of the standard (displacements and predefined
types, lower bound, extent). The caller chooses the number of elements, so that the two sides of an operation match.
"""

from elements import ALL


class Type:
    """`calls`: what makes it, in words for the player. `name`: "b:INT", or a number that the printer gives it."""

    def __init__(self, map, lower, upper, call=(), parts=(), basic=None):
        self.map, self.lower, self.upper = map, lower, upper  # map: [(displacement, name of predefined type)]
        self.call, self.parts, self.basic = call, parts, basic

    @property
    def extent(self):
        return self.upper - self.lower

    def elements(self, count):
        return [(i * self.extent + d, b) for i in range(count) for d, b in self.map]

    def data_bytes(self, count):
        """(displacement, whether it has a meaning) of each byte that moves."""
        for d, b in self.elements(count):
            kind = ALL[b]
            gaps = getattr(kind, "gaps", ())
            for i in range(kind.size):
                if i not in gaps:
                    yield d + i, i not in kind.holes


def predefined(name):
    return Type([(0, name)], 0, ALL[name].size, basic=name)


def repeated(old, places, call):
    """`places`: the displacement of each copy of `old`."""
    map = [(p + d, b) for p in places for d, b in old.map]
    return Type(map, min(p + old.lower for p in places), max(p + old.upper for p in places), call, (old,))


def contiguous(old, count):
    return repeated(old, [i * old.extent for i in range(count)], ("contiguous", count))


def vector(old, blocks, length, stride, in_bytes=False):
    step = stride if in_bytes else stride * old.extent
    places = [i * step + j * old.extent for i in range(blocks) for j in range(length)]
    return repeated(old, places, ("hvector" if in_bytes else "vector", blocks, length, stride))


def indexed(old, lengths, displacements, in_bytes=False):
    unit = 1 if in_bytes else old.extent
    places = [d * unit + j * old.extent for n, d in zip(lengths, displacements) for j in range(n)]
    if len(set(lengths)) == 1:
        call = ("hindexed_block" if in_bytes else "indexed_block", len(lengths), lengths[0], *displacements)
    else:
        call = ("hindexed" if in_bytes else "indexed", len(lengths), *lengths, *displacements)
    return repeated(old, places, call)


def resized(old, lower, extent):
    return Type(old.map, lower, lower + extent, ("resized", lower, extent), (old,))


def duplicate(old):
    return Type(old.map, old.lower, old.upper, ("dup",), (old,))


def structure(blocks):
    """`blocks`: (length, displacement, type). The caller resizes the type, since each library may add its own padding."""
    map = [(disp + j * t.extent + d, b) for n, disp, t in blocks for j in range(n) for d, b in t.map]
    lower = min(disp + t.lower for n, disp, t in blocks)
    upper = max(disp + (n - 1) * t.extent + t.upper for n, disp, t in blocks)
    call = ("struct", len(blocks), *(n for n, _, _ in blocks), *(d for _, d, _ in blocks))
    return Type(map, lower, upper, call, tuple(t for _, _, t in blocks))


def grid(old, sizes, chosen, fortran, call):
    """A type for a whole array; the elements whose index is in chosen[dimension] are its data."""
    dimensions = range(len(sizes))
    strides, step = [0] * len(sizes), 1
    for d in dimensions if fortran else reversed(dimensions):
        strides[d] = step
        step *= sizes[d]
    places = [0]
    for d in reversed(dimensions) if fortran else dimensions:
        places = [p + i * strides[d] for p in places for i in chosen[d]]
    made = repeated(old, [p * old.extent for p in places], call)
    made.lower, made.upper = old.lower, old.lower + step * old.extent
    return made


def subarray(old, sizes, subsizes, starts, fortran):
    chosen = [range(s, s + n) for s, n in zip(starts, subsizes)]
    call = ("subarray", len(sizes), *sizes, *subsizes, *starts, int(fortran))
    return grid(old, sizes, chosen, fortran, call)


def darray(old, process, sizes, blocks, grid_sizes, fortran):
    """All dimensions are cyclic with the given blocks. (A block distribution is a special case.)"""
    coordinates, rest = [0] * len(sizes), process
    for d in reversed(range(len(sizes))):  # processes are numbered in row-major order whatever the array's order
        coordinates[d], rest = rest % grid_sizes[d], rest // grid_sizes[d]
    chosen = [[i for i in range(n) if i // k % p == c] for n, k, p, c in zip(sizes, blocks, grid_sizes, coordinates)]
    processes = 1
    for p in grid_sizes:
        processes *= p
    call = ("darray", processes, process, len(sizes), *sizes, *blocks, *grid_sizes, int(fortran))
    return grid(old, sizes, chosen, fortran, call) if all(chosen) else None


def overlaps_itself(type, count):
    spans = sorted((d, d + ALL[b].size) for d, b in type.elements(count))
    return any(end > begin for (_, end), (begin, _) in zip(spans, spans[1:]))


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def split(rng, total, parts):
    cuts = sorted(rng.sample(range(1, total), parts - 1)) if parts > 1 else []
    return [b - a for a, b in zip([0] + cuts, cuts + [total])]


class Maker:
    """Draws types of a given number of elements of one predefined type."""

    def __init__(self, rng, avoid=()):
        self.rng, self.avoid = rng, avoid

    def of(self, basic, elements, depth=3):
        for _ in range(20):
            made = self.attempt(basic, elements, depth)
            if made and not overlaps_itself(made, 1):
                return made
        return contiguous(predefined(basic), elements) if elements > 1 else predefined(basic)

    def attempt(self, basic, elements, depth):
        rng = self.rng
        if depth == 0 or "derived" in self.avoid or (elements == 1 and rng.random() < 0.6):
            return predefined(basic) if elements == 1 else contiguous(predefined(basic), elements)
        inner = rng.choice(divisors(elements)) if rng.random() < 0.4 else 1
        old, copies, align = self.of(basic, inner, depth - 1), elements // inner, ALL[basic].align
        makers = [self.resize, self.stretch, self.scatter, self.mix, self.cut, self.deal]
        made = rng.choice(makers)(old, copies, align)
        if made and rng.random() < 0.1 and "dup" not in self.avoid:
            made = duplicate(made)
        return made

    def resize(self, old, copies, align):
        lower = self.rng.randint(-3, 1) * align
        base = contiguous(old, copies) if copies > 1 else old
        first = min(d for d, _ in base.map)
        end = max(d + ALL[b].size for d, b in base.map)
        extent = -(-(end - first) // align) * align + self.rng.randint(0, 3) * align
        return resized(base, lower, extent)

    def stretch(self, old, copies, align):
        length = self.rng.choice(divisors(copies))
        blocks = copies // length
        stride = length + self.rng.randint(0, 3)
        if self.rng.random() < 0.25:
            stride = -stride
        if self.rng.random() < 0.5:
            return vector(old, blocks, length, stride)
        return vector(old, blocks, length, stride * old.extent + (align if stride > 0 else -align), True)

    def scatter(self, old, copies, align):
        parts = self.rng.randint(1, min(copies, 5))
        if copies % parts == 0 and self.rng.random() < 0.4:
            lengths = [copies // parts] * parts
        else:
            lengths = split(self.rng, copies, parts)
        places, at = [], self.rng.randint(-2, 2)
        for n in lengths:
            places.append(at)
            at += n + self.rng.randint(0, 2)
        if self.rng.random() < 0.3:  # in another order than that of memory
            order = list(range(parts))
            self.rng.shuffle(order)
            lengths, places = [lengths[i] for i in order], [places[i] for i in order]
        if self.rng.random() < 0.5:
            return indexed(old, lengths, [p * old.extent for p in places], True)
        return indexed(old, lengths, places)

    def mix(self, old, copies, align):
        lengths = split(self.rng, copies, self.rng.randint(1, min(copies, 3)))
        return self.joined([(n, old) for n in lengths], align)

    def joined(self, parts, align):
        blocks, at = [], self.rng.randint(-1, 1) * align
        for n, t in parts:
            lowest = min(d for d, _ in t.map)
            highest = max(d + ALL[b].size for d, b in t.elements(n))
            place = -(-(at - lowest) // align) * align
            blocks.append((n, place, t))
            at = place + highest + self.rng.randint(0, 2) * align
        made = structure(blocks)
        first = min(d for d, _ in made.map) // align * align
        end = max(d + ALL[b].size for d, b in made.map)
        return resized(made, first, -(-(end - first) // align) * align + self.rng.randint(0, 1) * align)

    def cut(self, old, copies, align):
        if old.lower != 0:
            return None
        rows = self.rng.choice(divisors(copies))
        subsizes = [rows, copies // rows] if rows > 1 or self.rng.random() < 0.5 else [copies]
        sizes = [n + self.rng.randint(0, 3) for n in subsizes]
        starts = [self.rng.randint(0, s - n) for s, n in zip(sizes, subsizes)]
        return subarray(old, sizes, subsizes, starts, self.rng.random() < 0.5)

    def deal(self, old, copies, align):
        if "darray" in self.avoid or old.lower != 0:
            return None
        for _ in range(10):
            sizes = [self.rng.randint(1, 6) for _ in range(self.rng.randint(1, 2))]
            grid_sizes = [self.rng.randint(1, 3) for _ in sizes]
            blocks = [self.rng.randint(1, 3) for _ in sizes]
            processes = grid_sizes[0] * (grid_sizes[1] if len(sizes) > 1 else 1)
            made = darray(old, self.rng.randrange(processes), sizes, blocks, grid_sizes, self.rng.random() < 0.5)
            if made and len(made.map) == copies * len(old.map):
                return made
        return None

    def record(self, signature):
        """A structure of several predefined types, [(name, elements)] in this order."""
        align = max(ALL[b].align for b, _ in signature)
        return self.joined([(1, self.of(b, n, 1)) for b, n in signature], align)
