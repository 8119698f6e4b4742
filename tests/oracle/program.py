"""Random RMA programs as data: what an action is, and which memory it names.

A program is a global list of actions. An action belongs to one thread of one rank or, if it is collective, to the main
threads of several ranks. A thread executes its actions in list order. Executing the whole list in its order is a legal
schedule of the program, so no program can deadlock.

Memory is counted in words of 4 bytes and named by areas:
  ("win", w)      this rank's memory under window w
  ("peer", w, r)  the part of rank r of the shared window w, by loads and stores
  ("buf", k)      a local buffer
  ("val", k)      a word that holds 1 << k and is only read
  ("own", k)      a word that one operation has to itself
  ("res", k)      a word that only one fetch writes, and that is read when the program is over
"""
from dataclasses import dataclass, field

WINDOW_WORDS = 24      # words a program uses of each region; the flags of notify/await and the words of protocols stand behind them
FLAGS = 4
PROTOCOL_WORDS = 24    # behind the flags: the words of locks, counters and pointers
OWN = 64
BUFFER_WORDS = 16
BUFFERS = 3
VALUES = 30            # 1 << k fits an int

# Threads of actions from this number on are strands of OpenMP: what may be done by any thread of a team, in any order. (Of
# loops with schedule(static) the standard says which thread does what.)
FIRST_STRAND = 100
STRANDS = ("sections", "tasks", "taskgroup", "dynamic loop", "singles")

UNITS = {"int": 1, "unsigned": 1, "long": 2}    # words of an element


@dataclass(frozen=True)
class Shape:
    """Elements of one type at `offset` (words) + displacement (elements) each."""
    unit: str
    offset: int
    form: tuple        # ("plain", n) ("vector", n, stride) ("grid", rows, columns, row stride) ("indexed", (d, …))

    def displacements(self):
        kind = self.form[0]
        if kind == "plain":
            return list(range(self.form[1]))
        if kind == "vector":
            return [i * self.form[2] for i in range(self.form[1])]
        if kind == "grid":
            _, rows, columns, stride = self.form
            return [r * stride + c for r in range(rows) for c in range(columns)]
        return list(self.form[1])

    def starts(self):
        return [self.offset + d * UNITS[self.unit] for d in self.displacements()]

    def words(self):
        return [s + k for s in self.starts() for k in range(UNITS[self.unit])]

    def moved(self, offset):
        return Shape(self.unit, offset, self.form)


@dataclass
class Action:
    kind: str
    ranks: tuple          # who executes it
    args: dict = field(default_factory=dict)
    line: int = 0         # in the generated C file
    number: int = 0       # in the program as generated; names it in observations

    def __getattr__(self, name):
        try:
            return self.args[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def rank(self):
        return self.ranks[0]

    @property
    def thread(self):
        return self.args.get("thread", 0)


@dataclass
class Window:
    flavor: str           # allocate, create, shared, dynamic
    region: int           # windows with the same region lie on the same memory
    shift: int            # words from the start of the region
    members: tuple        # world ranks in the order of the window's ranks
    unit: int             # displacement unit, bytes
    fresh: bool           # the region is made for this window
    passing: bool = False # opened and closed in each segment
    ordered: bool = True  # False: accumulate_ordering=none


@dataclass
class Program:
    seed: int
    ranks: int
    windows: list
    actions: list

    def memory(self, rank, area):
        """The memory in which the words of an area are numbered, (whose, what), and the number of the area's first word."""
        if area[0] == "win":
            window = self.windows[area[1]]
            return (rank, "region", window.region), window.shift
        if area[0] == "peer":
            window = self.windows[area[1]]
            return (area[2], "region", window.region), window.shift
        return (rank,) + area, 0

    def words(self, rank, area, shape):
        whose, first = self.memory(rank, area)
        return {(whose, first + w) for w in shape.words()}

    def elements(self, rank, area, shape):
        whose, first = self.memory(rank, area)
        return {(whose, first + s) for s in shape.starts()}

    def with_actions(self, actions):
        return Program(self.seed, self.ranks, self.windows, actions)


def is_inter(comm):
    """An intercommunicator: ("inter", the world ranks of one group, those of the other)."""
    return isinstance(comm, tuple) and comm[0] == "inter"


# What goes from whom to whom in a collective. `pairs`, where each says how much for each: by positions in the communicator.
def collective_edges(kind, members, root, pairs=None, comm=None):
    n = len(members)
    if is_inter(comm):
        # From one group to the other: members of one group do not meet each other.
        first, last = range(len(comm[1])), range(len(comm[1]), n)
        mine, others = (first, last) if root < len(comm[1]) else (last, first)
        if kind in ("bcast", "scatter"):
            pairs = [(root, j) for j in others]
        elif kind in ("reduce", "gather"):
            pairs = [(i, root) for i in others]
        else:
            pairs = [pair for i in first for j in last for pair in ((i, j), (j, i))]
        return [(members[i], members[j]) for i, j in pairs]
    if kind in ("bcast", "scatter"):
        pairs = [(root, j) for j in range(n)]
    elif kind in ("reduce", "gather"):
        pairs = [(i, root) for i in range(n)]
    elif kind == "scan":
        pairs = [(i, j) for i in range(n) for j in range(i, n)]
    elif kind == "exscan":
        pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    elif kind in ("alltoallv", "graph"):
        pass
    elif kind == "neighbor":
        pairs = [((j - 1) % n, j) for j in range(n)]
    else:
        pairs = [(i, j) for i in range(n) for j in range(n)]
    return [(members[i], members[j]) for i, j in pairs]
