"""A program as data: the player (player.c) executes its statements, and the model (model.py) knows their meaning.

Memory consists of arenas, and each rank has a part of each arena. The statements are in an order in which the program could have
executed them. Every other order that the standard allows must give the same memory. A rank executes the statements with its number or
"*". Consecutive statements of one rank with a thread number other than 0 run in threads.
"""

import dataclasses


@dataclasses.dataclass
class Arena:
    number: int
    sizes: list  # bytes by rank
    own: bool = True  # False: the memory comes from the window that is made with it


@dataclasses.dataclass
class Part:
    """The part of a window at one rank: the memory, and its regions that operations may reach (all, or what is attached)."""

    arena: Arena
    offset: int
    size: int
    unit: int
    regions: list


@dataclasses.dataclass
class Window:
    number: int
    flavor: str
    groups: list  # of the communicators it stands on: world ranks in the order of the communicator
    parts: dict  # world rank: Part
    hints: set = dataclasses.field(default_factory=set)

    def group_of(self, rank):
        return next(g for g in self.groups if rank in g)

    def rank_of(self, rank):
        return self.group_of(rank).index(rank)


@dataclasses.dataclass
class Place:
    """Memory of one rank, where displacement 0 of a layout lies."""

    arena: Arena
    rank: int
    offset: int


@dataclasses.dataclass
class Layout:
    place: Place
    count: int
    type: object

    def bytes(self):
        for disp, meant in self.type.data_bytes(self.count):
            yield self.place.offset + disp, meant


@dataclasses.dataclass
class Statement:
    rank: object  # or "*"
    thread: int
    words: list
    effect: object = None  # of model.py


class Program:
    def __init__(self, seed, ranks):
        self.seed, self.ranks = seed, ranks
        self.arenas, self.statements = [], []
        self.choices = []  # sets of results that may come in any order: [(Place, type name)], expected values

    def add(self, rank, *words, thread=0, effect=None):
        self.statements.append(Statement(rank, thread, list(words), effect))

    def text(self):
        lines = [f"* 0 program {self.seed}"]
        lines += [f"{s.rank} {s.thread} " + " ".join(map(str, s.words)) for s in self.statements]
        return "\n".join(lines) + "\n* 0 end\n"
