"""Computes the memory at the end of a correct program: it executes one statement after the other, as the standard defines it."""

import dataclasses

from elements import ALL, combine


def noise():
    state, out = 1, bytearray(4096)
    for i in range(4096):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        out[i] = state >> 24
    return bytes(out)


NOISE = noise()


def filling(seed, arena, rank, size):
    """The same as in player.c."""
    shift = (seed * 31 + arena * 101 + rank * 7) % len(NOISE)
    return bytearray((NOISE * (size // len(NOISE) + 2))[shift : shift + size])


@dataclasses.dataclass
class Store:
    place: object
    data: bytes

    def apply(self, memory):
        at = self.place.offset
        memory.bytes(self.place)[at : at + len(self.data)] = self.data
        memory.vague(self.place)[at : at + len(self.data)] = bytes(len(self.data))


@dataclasses.dataclass
class Transfer:
    source: object  # Layouts
    target: object

    def apply(self, memory):
        (sb, sv), (tb, tv) = memory.both(self.source.place), memory.both(self.target.place)
        data = [(sb[i], sv[i] or not meant) for i, meant in self.source.bytes()]
        for (i, _), (byte, vague) in zip(self.target.bytes(), data):
            tb[i], tv[i] = byte, vague


@dataclasses.dataclass
class Atomic:
    op: str  # or "CAS"
    target: object
    origin: object = None
    result: object = None
    compare: object = None

    def apply(self, memory):
        elements = self.target.type.elements(self.target.count)
        tb, tv = memory.both(self.target.place)
        inputs = self.read(memory, self.origin, len(elements))
        found = []
        for (disp, name), given in zip(elements, inputs):
            at = self.target.place.offset + disp
            old = bytes(tb[at : at + ALL[name].size])
            found.append((name, old, bytes(tv[at : at + ALL[name].size])))
            if self.op == "CAS":
                new = given if old == self.read(memory, self.compare, 1)[0] else old
            else:
                new = old if self.op == "NO_OP" else combine(name, self.op, old, given)
            if self.op != "NO_OP":
                self.write(tb, tv, at, name, new)
        if self.result:
            rb, rv = memory.both(self.result.place)
            for (disp, _), (name, old, vague) in zip(self.result.type.elements(self.result.count), found):
                at = self.result.place.offset + disp
                self.write(rb, rv, at, name, old)
                for i in range(ALL[name].size):
                    rv[at + i] |= vague[i]

    @staticmethod
    def write(memory, vague, at, name, new):
        holes = ALL[name].holes
        for i in range(ALL[name].size):
            if i in holes:
                vague[at + i] = 1  # what is no part of the value may or may not move
            else:
                memory[at + i], vague[at + i] = new[i], 0

    @staticmethod
    def read(memory, layout, count):
        if layout is None:
            return [b""] * count
        data = memory.bytes(layout.place)
        at = layout.place.offset
        return [bytes(data[at + d : at + d + ALL[b].size]) for d, b in layout.type.elements(layout.count)]


@dataclasses.dataclass
class Vague:
    """The results in `layout` depend on which rank came first."""

    layout: object

    def apply(self, memory):
        vague = memory.vague(self.layout.place)
        for disp, name in self.layout.type.elements(self.layout.count):
            for i in range(ALL[name].size):
                vague[self.layout.place.offset + disp + i] = 1


@dataclasses.dataclass
class Add:
    """Calls that together add this much to an int."""

    layout: object
    amount: int

    def apply(self, memory):
        data, at = memory.bytes(self.layout.place), self.layout.place.offset
        data[at : at + 4] = combine("INT", "SUM", bytes(data[at : at + 4]), ALL["INT"].encode(self.amount))


@dataclasses.dataclass
class All:
    effects: list

    def apply(self, memory):
        for effect in self.effects:
            effect.apply(memory)


class Memory:
    def __init__(self, program):
        self.parts = {}
        for arena in program.arenas:
            for rank, size in enumerate(arena.sizes):
                self.parts[arena.number, rank] = (filling(program.seed, arena.number, rank, size), bytearray(size))

    def both(self, place):
        return self.parts[place.arena.number, place.rank]

    def bytes(self, place):
        return self.both(place)[0]

    def vague(self, place):
        return self.both(place)[1]


def run(program):
    memory = Memory(program)
    for statement in program.statements:
        if statement.effect:
            statement.effect.apply(memory)
    return memory


def differences(program, memory, found):
    """`found`: {(arena, rank): bytes}. Returns sentences, not more than a few."""
    out = []
    for (arena, rank), (expected, vague) in memory.parts.items():
        got = found[arena, rank]
        if got == expected:
            continue
        bad = [i for i in range(len(expected)) if not vague[i] and got[i] != expected[i]]
        if bad:
            first = bad[0]
            out.append(f"arena {arena} of rank {rank}: {len(bad)} bytes differ, the first at {first}: "
                       f"{got[first : first + 16].hex()} instead of {bytes(expected[first : first + 16]).hex()}")
    for slots, kind, expected in program.choices:
        size = ALL[kind].size
        got = [ALL[kind].decode(found[p.arena.number, p.rank][p.offset : p.offset + size]) for p in slots]
        if sorted(got) != sorted(expected):
            out.append(f"results {got} instead of {sorted(expected)} in any order")
        for rank in {p.rank for p in slots}:
            own = [v for v, p in zip(got, slots) if p.rank == rank]
            if own != sorted(own):
                out.append(f"results {own} of rank {rank} not in the order of its calls")
    return out
