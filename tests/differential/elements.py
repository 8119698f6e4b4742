"""The predefined datatypes and their reductions, as the standard defines them (chapters 4 and 6): how a value is stored (`holes`:
bytes without a meaning), and the result of combining two values. Values are integers, so that no reduction rounds; pairs of
integers for complex numbers; and (value, index) for the types of MPI_MAXLOC.
"""

import random
import struct

INTEGERS = ("MAX", "MIN", "SUM", "PROD", "LAND", "LOR", "LXOR", "BAND", "BOR", "BXOR")
FORTRAN_INTEGERS = ("MAX", "MIN", "SUM", "PROD", "BAND", "BOR", "BXOR")
FLOATING = ("MAX", "MIN", "SUM", "PROD")
COMPLEX = ("SUM", "PROD")
LOGICAL = ("LAND", "LOR", "LXOR")
BYTE = ("BAND", "BOR", "BXOR")
PAIRS = ("MAXLOC", "MINLOC")


class Integer:
    def __init__(self, size, signed, ops=INTEGERS):
        self.size, self.signed, self.ops = size, signed, ops
        self.align, self.holes = size, ()

    def wrap(self, value):
        value &= (1 << 8 * self.size) - 1
        return value - (1 << 8 * self.size) if self.signed and value >> (8 * self.size - 1) else value

    def encode(self, value):
        return self.wrap(value).to_bytes(self.size, "little", signed=self.signed)

    def decode(self, data):
        return int.from_bytes(data, "little", signed=self.signed)

    def draw(self, rng, op):
        return self.wrap(rng.choice([0, 1, -1, rng.getrandbits(8 * self.size), rng.randint(-100, 100)]))


class Logical(Integer):
    def __init__(self, size):
        super().__init__(size, False, LOGICAL)

    def draw(self, rng, op):
        return rng.randint(0, 1)


class Floating:
    """`code` of struct, or "x" for x87 extended precision: 16 bytes, the last six without a meaning."""

    def __init__(self, code):
        self.code, self.size = code, {"f": 4, "d": 8, "x": 16}[code]
        self.align, self.ops, self.holes = self.size, FLOATING, range(10, 16) if code == "x" else ()

    def encode(self, value):
        if self.code != "x":
            return struct.pack("<" + self.code, value)
        if value == 0:
            return bytes(16)
        exponent = abs(value).bit_length() - 1
        mantissa = abs(value) << (63 - exponent)
        return mantissa.to_bytes(8, "little") + struct.pack("<H", exponent + 16383 | (0x8000 if value < 0 else 0)) + bytes(6)

    def decode(self, data):
        if self.code != "x":
            return int(struct.unpack("<" + self.code, data)[0])
        mantissa, sign = int.from_bytes(data[:8], "little"), struct.unpack("<H", data[8:10])[0]
        shift = (sign & 0x7FFF) - 16383 - 63
        return (-1 if sign & 0x8000 else 1) * (mantissa << shift if shift > 0 else mantissa >> -shift)

    def draw(self, rng, op):
        return rng.choice([1, -1, 2]) if op == "PROD" else rng.randint(-1000, 1000)


class Complex:
    def __init__(self, code):
        self.part = Floating(code)
        self.size, self.align, self.ops = 2 * self.part.size, self.part.size, COMPLEX
        self.holes = [*range(10, 16), *range(26, 32)] if code == "x" else ()

    def encode(self, value):
        return self.part.encode(value[0]) + self.part.encode(value[1])

    def decode(self, data):
        half = self.part.size
        return self.part.decode(data[:half]), self.part.decode(data[half:])

    def draw(self, rng, op):
        # No negative zeros: whether one comes out depends on how a library multiplies.
        return rng.choice([(1, 0), (2, 0)]) if op == "PROD" else (rng.randint(-1000, 1000), rng.randint(-1000, 1000))


class Pair:
    """Value and index. The `gaps` after them are not part of the type. (The gap between a short and its int moves along.)"""

    def __init__(self, value, index, at, size):
        self.value, self.index, self.at, self.size = value, index, at, size
        self.align, self.ops = max(value.align, index.align), PAIRS
        self.gaps = range(at + index.size, size)
        self.holes = [*value.holes, *range(value.size, at), *self.gaps]

    def encode(self, value):
        first = self.value.encode(value[0])
        return first.ljust(self.at, b"\0") + self.index.encode(value[1]) + bytes(self.size - self.at - self.index.size)

    def decode(self, data):
        return self.value.decode(data[: self.value.size]), self.index.decode(data[self.at : self.at + self.index.size])

    def draw(self, rng, op):
        return rng.randint(-3, 3), rng.randint(0, 50)


S, U = True, False
INT, SHORT, LONG = Integer(4, S), Integer(2, S), Integer(8, S)
FLOAT, DOUBLE, EXTENDED = Floating("f"), Floating("d"), Floating("x")

TYPES = {
    "SIGNED_CHAR": Integer(1, S), "UNSIGNED_CHAR": Integer(1, U), "SHORT": SHORT, "UNSIGNED_SHORT": Integer(2, U),
    "INT": INT, "UNSIGNED": Integer(4, U), "LONG": LONG, "UNSIGNED_LONG": Integer(8, U), "LONG_LONG": Integer(8, S),
    "UNSIGNED_LONG_LONG": Integer(8, U), "INT8_T": Integer(1, S), "INT16_T": Integer(2, S), "INT32_T": Integer(4, S),
    "INT64_T": Integer(8, S), "UINT8_T": Integer(1, U), "UINT16_T": Integer(2, U), "UINT32_T": Integer(4, U),
    "UINT64_T": Integer(8, U), "AINT": Integer(8, S, FORTRAN_INTEGERS), "OFFSET": Integer(8, S, FORTRAN_INTEGERS),
    "COUNT": Integer(8, S, FORTRAN_INTEGERS), "FLOAT": FLOAT, "DOUBLE": DOUBLE, "LONG_DOUBLE": EXTENDED,
    "C_FLOAT_COMPLEX": Complex("f"), "C_DOUBLE_COMPLEX": Complex("d"), "C_LONG_DOUBLE_COMPLEX": Complex("x"),
    "C_BOOL": Logical(1), "BYTE": Integer(1, U, BYTE), "INTEGER": Integer(4, S, FORTRAN_INTEGERS), "REAL": Floating("f"),
    "DOUBLE_PRECISION": Floating("d"), "COMPLEX": Complex("f"), "DOUBLE_COMPLEX": Complex("d"), "LOGICAL": Logical(4),
    "FLOAT_INT": Pair(FLOAT, INT, 4, 8), "DOUBLE_INT": Pair(DOUBLE, INT, 8, 16), "LONG_INT": Pair(LONG, INT, 8, 16),
    "2INT": Pair(INT, INT, 4, 8), "SHORT_INT": Pair(SHORT, INT, 4, 8), "LONG_DOUBLE_INT": Pair(EXTENDED, INT, 16, 32),
    "2INTEGER": Pair(Integer(4, S), Integer(4, S), 4, 8), "2REAL": Pair(Floating("f"), Floating("f"), 4, 8),
    "2DOUBLE_PRECISION": Pair(Floating("d"), Floating("d"), 8, 16),
}
# No reductions, but they move.
MOVED_ONLY = {"CHAR": Integer(1, S, ()), "WCHAR": Integer(4, S, ()), "CHARACTER": Integer(1, U, ())}
ALL = {**TYPES, **MOVED_ONLY}
SWAPPABLE = [name for name, t in ALL.items() if isinstance(t, Integer) and name not in ("CHAR", "WCHAR", "CHARACTER")]


def product(kind, a, b):
    if isinstance(kind, Complex):
        return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]
    return a * b


REDUCTIONS = {
    "SUM": lambda kind, a, b: (a[0] + b[0], a[1] + b[1]) if isinstance(kind, Complex) else a + b,
    "PROD": product,
    "MAX": lambda kind, a, b: max(a, b),
    "MIN": lambda kind, a, b: min(a, b),
    "LAND": lambda kind, a, b: int(bool(a) and bool(b)),
    "LOR": lambda kind, a, b: int(bool(a) or bool(b)),
    "LXOR": lambda kind, a, b: int(bool(a) != bool(b)),
    "BAND": lambda kind, a, b: a & b,
    "BOR": lambda kind, a, b: a | b,
    "BXOR": lambda kind, a, b: a ^ b,
    "MAXLOC": lambda kind, a, b: a if a[0] > b[0] else b if b[0] > a[0] else (a[0], min(a[1], b[1])),
    "MINLOC": lambda kind, a, b: a if a[0] < b[0] else b if b[0] < a[0] else (a[0], min(a[1], b[1])),
    "REPLACE": lambda kind, a, b: b,
    "NO_OP": lambda kind, a, b: a,
}


def combine(name, op, target, origin):
    kind = ALL[name]
    return kind.encode(REDUCTIONS[op](kind, kind.decode(target), kind.decode(origin)))


def draw(name, op, rng: random.Random):
    return ALL[name].encode(ALL[name].draw(rng, op))
