"""Makes random correct RMA programs. A phase is what lies between two synchronizations of all ranks. In a correct program only one
rank writes a byte of window memory in a phase, unless all use atomic operations that commute; and no rank touches a buffer while an
operation may. So the memory at the end does not depend on the order in which the RMA implementation executes operations.

`avoid` omits what a native library is known to get wrong (faults.py).
"""

import math
import random

import datatypes
from buffers import Occupancy
from elements import ALL
from phases import PHASES
from program import Arena, Part, Program, Window

FLAVORS = ("create", "allocate", "shared", "dynamic")


class Generator:
    def __init__(self, seed, ranks, threads, avoid):
        self.rng = random.Random(f"{seed}/{ranks}/{threads}")
        self.ranks, self.threads, self.avoid = ranks, threads, avoid
        self.program = Program(seed, ranks)
        self.types = datatypes.Maker(self.rng, avoid)
        self.numbers = {}
        self.scratch = self.arena([24576] * ranks)
        self.private = [Occupancy(self.scratch, r, 24576) for r in range(ranks)]
        self.occupied = {}  # of window memory, in the phase
        self.groups = {}  # number of communicator: its groups

    def number(self, what):
        self.numbers[what] = self.numbers.get(what, -1) + 1
        return self.numbers[what]

    def arena(self, sizes, own=True):
        made = Arena(self.number("arena"), sizes, own)
        self.program.arenas.append(made)
        self.program.add("*", "arena", made.number, int(own), *sizes)
        return made

    def occupancy(self, part, rank):
        key = part.arena.number, rank
        if key not in self.occupied:
            self.occupied[key] = Occupancy(part.arena, rank, part.arena.sizes[rank])
        return self.occupied[key]

    def communicator(self):
        rng, everybody = self.rng, list(range(self.ranks))
        number = self.number("comm")
        kind = rng.choice(["world", "world", "reverse", "split", "self"])
        if kind == "split" and "disjoint" in self.avoid or kind == "self" and "self" in self.avoid:
            kind = "reverse"
        colors, keys = {
            "world": ([0] * self.ranks, everybody),
            "reverse": ([0] * self.ranks, [-r for r in everybody]),
            "split": ([r % 2 for r in everybody], [rng.randint(0, 9) for _ in everybody]),
            "self": (everybody, everybody),
        }[kind]
        self.program.add("*", "comm", number, *colors, *keys)
        self.groups[number] = [sorted((r for r in everybody if colors[r] == c), key=lambda r: (keys[r], r))
                               for c in sorted(set(colors))]
        return number

    def sizes(self):
        rng = self.rng
        largest = 200000 if rng.random() < 0.06 else 5000
        sizes = [rng.choice([0, 64, rng.randint(1, largest), largest, largest]) for _ in range(self.ranks)]
        if "odd_sizes" in self.avoid:
            sizes = [max(n // 16 * 16, 16) for n in sizes]
        return [rng.choice(sizes)] * self.ranks if rng.random() < 0.3 else sizes

    def window(self, inside=None):
        """`inside`: make it in the memory of this window."""
        rng, number, comm = self.rng, self.number("window"), self.communicator()
        flavor = rng.choice(FLAVORS) if inside is None else "create"
        if flavor in self.avoid:
            flavor = "create"
        units = [rng.choice([1, 1, 2, 4, 8, 16, 3, 24]) for _ in range(self.ranks)]
        if rng.random() < 0.4:
            units = [rng.choice(units)] * self.ranks
        parts, everybody = {}, range(self.ranks)
        if inside is not None:
            for r in everybody:
                old = inside.parts[r]
                offset = rng.randint(0, old.size // 2) // 16 * 16
                size = rng.randint(0, old.size - offset)
                parts[r] = Part(old.arena, old.offset + offset, size, units[r],
                                [(old.offset + offset, old.offset + offset + size)])
        elif flavor == "dynamic":
            sizes = self.sizes()
            arena = self.arena(sizes)
            for r in everybody:
                cuts = sorted(rng.sample(range(0, sizes[r] + 1, 16), min(4, sizes[r] // 16 + 1)))
                regions = list(zip(cuts[::2], cuts[1::2]))
                parts[r] = Part(arena, 0, sizes[r], 1, regions)
        else:
            sizes = self.sizes()
            arena = self.arena(sizes, flavor == "create")
            parts = {r: Part(arena, 0, sizes[r], units[r], [(0, sizes[r])]) for r in everybody}
        window = Window(number, flavor, self.groups[comm], parts, self.hints(sizes if inside is None else [], units))
        words = [x for r in everybody for x in (parts[r].unit, parts[r].arena.number, parts[r].offset, parts[r].size)]
        self.program.add("*", "window", number, flavor, comm, ",".join(sorted(window.hints)) or "-", *words)
        for r in everybody if flavor == "dynamic" else ():
            for begin, end in parts[r].regions:
                self.program.add(r, "attach", number, parts[r].arena.number, begin, end - begin)
        self.program.add("*", "barrier")
        return window

    def hints(self, sizes, units):
        rng = self.rng
        chosen = {h for h in ("no_locks", "noncontig", "ordering_none", "same_op") if rng.random() < 0.15}
        if sizes and len(set(sizes)) == 1 and rng.random() < 0.5:
            chosen.add("same_size")
        if len(set(units)) == 1 and rng.random() < 0.5:
            chosen.add("same_disp_unit")
        return chosen

    def drop(self, window):
        for r in range(self.ranks) if window.flavor == "dynamic" else ():
            for begin, _ in window.parts[r].regions:
                self.program.add(r, "detach", window.number, window.parts[r].arena.number, begin)
        self.program.add("*", "free", window.number)

    def phase(self, windows):
        self.occupied.clear()
        window = self.rng.choice(windows)
        names = [n for n, p in PHASES.items() if p.suits(self, window)]
        PHASES[self.rng.choice(names)](self, window, windows).run()

    def generate(self):
        rng = self.rng
        windows = [self.window() for _ in range(rng.randint(1, 2))]
        if rng.random() < 0.3 and "nested" not in self.avoid:
            base = rng.choice(windows)
            if base.flavor in ("create", "allocate", "shared"):
                windows.append(self.window(inside=base))
        for _ in range(rng.randint(2, 4)):
            self.phase(windows)
            if rng.random() < 0.2:
                self.drop(windows.pop())
                windows = windows or [self.window()]
        for window in reversed(windows):
            self.drop(window)
        return self.program


def generate(seed, ranks=3, threads=False, avoid=()):
    return Generator(seed, ranks, threads, frozenset(avoid)).generate()


def alignment(basic_types, unit):
    return math.lcm(unit, *(ALL[b].align for b in basic_types))
