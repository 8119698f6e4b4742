"""Makes the operations of a phase: what they move, and where to, so that none collides with another."""

import math

import elements
import model
from buffers import EXCLUSIVE, READ
from datatypes import overlaps_itself, predefined
from elements import ALL, TYPES
from program import Layout, Place, Statement

COUNTS = (1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 36, 60)
LARGE = (600, 1500, 3000)
COMMUTING = ("SUM", "PROD", "MAX", "MIN", "LAND", "LOR", "LXOR", "BAND", "BOR", "BXOR", "MAXLOC", "MINLOC")


class Area:
    """Memory at a target that an operation of this phase used. A later operation may use it again if it is ordered after it."""

    def __init__(self, target, layout, read_only=False):
        self.target, self.layout, self.read_only = target, layout, read_only
        self.claim = None  # in the epoch: None, "read", "written"


class Meeting:
    """An array at a target that atomic operations of all ranks update."""

    def __init__(self, target, place, basic, op, count, group):
        self.target, self.place, self.basic, self.op, self.count, self.group = target, place, basic, op, count, group


class Operations:
    def __init__(self, generator, window):
        self.gen, self.window, self.rng = generator, window, generator.rng
        self.before, self.out = [], []  # statements: stores of the owners before the phase; the phase
        self.meetings = {}
        self.next_group = 3

    def say(self, rank, *words, thread=0, effect=None):
        self.out.append(Statement(rank, thread, list(words), effect))

    # ---- memory

    def count(self):
        return self.rng.choice(LARGE if self.rng.random() < 0.015 else COUNTS)

    def shapes(self, sides):
        """(count, type) for each side, without a layout. Both have the same signature: [(name, elements)] that repeats."""
        rng = self.rng
        if rng.random() < 0.2 and "records" not in self.gen.avoid:
            names = rng.sample(sorted(ALL), rng.randint(2, 3))
            signature = [(n, rng.randint(1, 3)) for n in names]
            count = rng.randint(1, 3)
            return [(count, self.gen.types.record(signature)) for _ in range(sides)]
        return self.uniform(rng.choice(sorted(ALL)), self.count(), sides)

    def uniform(self, basic, number, sides):
        out = []
        for _ in range(sides):
            count = self.rng.choice([1, 1, number, self.rng.choice([d for d in range(1, number + 1) if number % d == 0])])
            type = self.gen.types.of(basic, number // count, self.rng.choice([0, 1, 2, 3]))
            assert not overlaps_itself(type, count)
            out.append((count, type))
        return out

    def elements(self, basic, number, sides):
        """The same for atomic operations."""
        if "derived_atomics" in self.gen.avoid:
            return [(number, predefined(basic))] * sides
        return self.uniform(basic, number, sides)

    @staticmethod
    def pieces(count, type):
        return [(d, ALL[b].size) for d, b in type.elements(count)]

    @staticmethod
    def alignment(type):
        return math.lcm(*(ALL[b].align for _, b in type.map))

    def at_target(self, target, count, type, use):
        part = self.window.parts[target]
        if not part.regions:
            return None
        limits = self.rng.choice(part.regions)
        dynamic = self.window.flavor == "dynamic"
        step = math.lcm(1 if dynamic else part.unit, self.alignment(type))
        base = self.gen.occupancy(part, target).find(self.rng, self.pieces(count, type), use, step, part.offset, limits)
        return None if base is None else Layout(Place(part.arena, target, base), count, type)

    def at_origin(self, rank, count, type, use):
        part = self.window.parts[rank]
        if self.rng.random() < 0.15 and part.regions:
            occupancy, limits = self.gen.occupancy(part, rank), self.rng.choice(part.regions)
        else:
            occupancy, limits = self.gen.private[rank], (0, self.gen.private[rank].size)
        base = occupancy.find(self.rng, self.pieces(count, type), use, self.alignment(type), 0, limits)
        return None if base is None else Layout(Place(occupancy.arena, rank, base), count, type)

    def private(self, rank, count, type):
        occupancy = self.gen.private[rank]
        base = occupancy.find(self.rng, self.pieces(count, type), EXCLUSIVE, self.alignment(type), 0, (0, occupancy.size))
        return None if base is None else Layout(Place(occupancy.arena, rank, base), count, type)

    def store(self, layout, op, early):
        """The owner of the memory stores values for which `op` is defined: before the phase, or now."""
        for disp, basic in layout.type.elements(layout.count):
            place = Place(layout.place.arena, layout.place.rank, layout.place.offset + disp)
            data = elements.draw(basic, op, self.rng)
            statement = Statement(place.rank, 0, ["set", place.arena.number, place.offset, data.hex()],
                                  model.Store(place, data))
            self.before.append(statement) if early else self.out.append(statement)

    # ---- statements

    def type_words(self, rank, thread, type):
        """Makes the type. Returns its name, and the numbers to free."""
        if type.basic:
            return "b:" + type.basic, []
        names, made = [], []
        for part in type.parts:
            name, below = self.type_words(rank, thread, part)
            names.append(name)
            made += below
        number = self.gen.number("type")
        self.say(rank, "type", number, *type.call, *names, thread=thread)
        return f"#{number}", made + [number]

    def displacement(self, layout):
        rank, offset = layout.place.rank, layout.place.offset
        if self.window.flavor == "dynamic":
            return f"@{layout.place.arena.number}:{offset}"
        return (offset - self.window.parts[rank].offset) // self.window.parts[rank].unit

    def call(self, verb, origin, thread, sides, target, op=None, effect=None, request=False):
        """`sides`: layouts at the origin (None: no buffer) in the order of the call."""
        names, made = [], []
        for layout in [*sides, target]:
            name, types = self.type_words(origin, thread, layout.type) if layout else ("none", [])
            names.append(name)
            made += types
        for n in made:
            self.say(origin, "commit", n, thread=thread)
        number = self.request(origin, thread) if request else None
        words = [verb, self.window.number, "-" if number is None else number, self.flags(verb)]
        for layout, name in zip(sides, names):
            words += [f"{layout.place.arena.number}:{layout.place.offset}", layout.count, name] if layout else ["null", 0, "none"]
        words += [self.window.rank_of(target.place.rank), self.displacement(target), target.count, names[-1]]
        words += [op] if op else []
        self.say(origin, *words, thread=thread, effect=effect)
        for n in made:  # the standard lets the program forget them at once
            self.say(origin, "freetype", n, thread=thread)
        return number

    def request(self, origin, thread):
        """The number of a request that the phase will complete; None: there is no request."""
        return None

    def flags(self, verb):
        out = "l" if self.rng.random() < 0.2 else ""
        if verb in ("put", "get", "acc") and self.rng.random() < 0.1:
            out += "b"
        return out or "-"

    # ---- operations: what was used at the target, or None if nothing fitted

    def put(self, origin, target, thread=0, request=False, area=None, source=None):
        if source is not None:
            (count, type), = self.like(source, 1)
            here = source
        else:
            if area:
                count, type = area.layout.count, area.layout.type
                (c, t), = self.like(area.layout, 1)
            else:
                (c, t), (count, type) = self.shapes(2)
            here = self.at_origin(origin, c, t, READ)
        there = area.layout if area else here and self.at_target(target, count, type, EXCLUSIVE)
        if not here or not there:
            return None
        self.call("put", origin, thread, [here], there, None, model.Transfer(here, there), request)
        return Area(target, there)

    def like(self, layout, sides):
        """Shapes with the signature of `layout`."""
        names = {b for _, b in layout.type.map}
        if len(names) == 1:
            return self.uniform(names.pop(), len(layout.type.map) * layout.count, sides)
        return [(layout.count, layout.type)] * sides

    def get(self, origin, target, thread=0, request=False, area=None):
        """Returns the memory at the target, where the data goes, and the number of the request."""
        if area:
            there = area.layout
            (c, t), = self.like(there, 1)
        else:
            (c, t), (count, type) = self.shapes(2)
            there = self.at_target(target, count, type, READ)
        here = there and self.private(origin, c, t)
        if not here:
            return None
        number = self.call("get", origin, thread, [here], there, None, model.Transfer(there, here), request)
        return Area(target, there, True), here, number

    def atomic_types(self):
        return [name for name in sorted(TYPES) if name not in self.gen.avoid]

    def atomic_ops(self, basic):
        return [op for op in TYPES[basic].ops if op not in self.gen.avoid] + ["REPLACE"]

    def atomic(self, origin, thread, there, op, request=False, vague=False):
        """One accumulate or get_accumulate on all of `there`. False: no room at the origin."""
        (c, t), (rc, rt) = self.elements(there.type.map[0][1], len(there.type.map) * there.count, 2)
        fetch = op == "NO_OP" or self.rng.random() < 0.5
        here = None if op == "NO_OP" else self.private(origin, c, t)
        result = self.private(origin, rc, rt) if fetch else None
        if (op != "NO_OP" and not here) or (fetch and not result):
            return False
        if here:
            self.store_now(here, op, thread)
        effect = model.Atomic(op, there, here, result)
        if vague and result:
            effect = model.All([effect, model.Vague(result)])
        single = there.count == 1 and there.type.basic
        if fetch and single and not request and self.rng.random() < 0.5:
            here = here and self.single(here)
            self.fetch_and_op(origin, thread, here, self.single(result), there, op, effect)
        elif fetch:
            self.call("gacc", origin, thread, [here, result], there, op, effect, request)
        else:
            self.call("acc", origin, thread, [here], there, op, effect, request)
        return True

    def store_now(self, layout, op, thread):
        mark = len(self.out)
        self.store(layout, op, False)
        for statement in self.out[mark:]:
            statement.thread = thread

    @staticmethod
    def single(layout):
        """The one element of the layout, as a predefined type."""
        disp, basic = layout.type.elements(layout.count)[0]
        return Layout(Place(layout.place.arena, layout.place.rank, layout.place.offset + disp), 1, predefined(basic))

    def fetch_and_op(self, origin, thread, here, result, there, op, effect):
        place = lambda layout: f"{layout.place.arena.number}:{layout.place.offset}" if layout else "null"
        self.say(origin, "fop", self.window.number, place(here), place(result), "b:" + there.type.basic,
                 self.window.rank_of(there.place.rank), self.displacement(there), op, thread=thread, effect=effect)

    def own_atomics(self, target):
        """Where only one rank works, by atomic operations: (layout, operation)."""
        basic = self.rng.choice(self.atomic_types())
        op = self.rng.choice(self.atomic_ops(basic))
        (count, type), = self.elements(basic, self.count(), 1)
        there = self.at_target(target, count, type, EXCLUSIVE)
        if there:
            self.store(there, op, True)
        return there, op

    def swap(self, origin, target, thread=0):
        names = [n for n in elements.SWAPPABLE if "cas64" not in self.gen.avoid or ALL[n].size < 8]
        basic = self.rng.choice(names)
        type = predefined(basic)
        there = self.at_target(target, 1, type, EXCLUSIVE)
        sides = [self.private(origin, 1, type) for _ in range(3)]
        if not there or not all(sides):
            return None
        new, compare, result = sides
        self.store(there, "REPLACE", True)
        self.store_now(new, "REPLACE", thread)
        if self.rng.random() < 0.6:  # the value that is there
            data = self.before[-1].effect.data
            self.say(origin, "set", compare.place.arena.number, compare.place.offset, data.hex(), thread=thread,
                     effect=model.Store(compare.place, data))
        else:
            self.store_now(compare, "REPLACE", thread)
        words = [f"{s.place.arena.number}:{s.place.offset}" for s in (new, compare, result)]
        self.say(origin, "cas", self.window.number, *words, "b:" + basic, self.window.rank_of(target),
                 self.displacement(there), thread=thread, effect=model.Atomic("CAS", there, new, result, compare))
        return Area(target, there)

    def meet(self, origin, target, thread=0, request=False):
        """An atomic operation on memory that others also update."""
        meeting = self.meetings.get(target) or self.convene(target)
        if not meeting:
            return None
        size = TYPES[meeting.basic].size
        (count, type), = self.elements(meeting.basic, self.rng.randint(1, meeting.count), 1)
        part, limits = self.window.parts[target], (meeting.place.offset, meeting.place.offset + meeting.count * size)
        unit = 1 if self.window.flavor == "dynamic" else part.unit
        for _ in range(5):
            base = self.gen.occupancy(part, target).find(self.rng, self.pieces(count, type), meeting.group,
                                                         math.lcm(unit, size), part.offset, limits)
            if base is not None and all((base + d - meeting.place.offset) % size == 0 for d, _ in type.elements(count)):
                break
            count, type = self.rng.randint(1, meeting.count), predefined(meeting.basic)
        else:
            return None
        there = Layout(Place(part.arena, target, base), count, type)
        reads = "same_op" not in self.window.hints and self.rng.random() < 0.2
        self.atomic(origin, thread, there, "NO_OP" if reads else meeting.op, request, vague=True)
        return None

    def convene(self, target):
        basic = self.rng.choice(self.atomic_types())
        ops = [op for op in self.atomic_ops(basic) if op in COMMUTING]
        if not ops:
            return None
        part, size, count = self.window.parts[target], TYPES[basic].size, self.rng.choice((1, 3, 8, 20))
        unit = 1 if self.window.flavor == "dynamic" else part.unit
        if not part.regions:
            return None
        base = self.gen.occupancy(part, target).find(self.rng, [(0, count * size)], EXCLUSIVE, math.lcm(unit, size),
                                                     part.offset, self.rng.choice(part.regions))
        if base is None:
            return None
        group, self.next_group = self.next_group, self.next_group + 1
        self.gen.occupancy(part, target).take(base, [(0, count * size)], group)
        op = self.rng.choice(ops)
        self.meetings[target] = Meeting(target, Place(part.arena, target, base), basic, op, count, group)
        self.store(Layout(self.meetings[target].place, count, predefined(basic)), op, True)
        return self.meetings[target]

    def nothing(self, origin, target, thread=0):
        """Operations that have no effect by the standard."""
        rank = self.window.rank_of(target)
        where = "@0:0" if self.window.flavor == "dynamic" else 0
        self.say(origin, *self.rng.choice([
            ["put", self.window.number, "-", "-", "0:0", 3, "b:INT", "none", where, 3, "b:INT"],
            ["get", self.window.number, "-", "-", "0:0", 3, "b:INT", "none", where, 3, "b:INT"],
            ["acc", self.window.number, "-", "-", "0:0", 1, "b:LONG", "none", where, 1, "b:LONG", "SUM"],
            ["put", self.window.number, "-", "-", "null", 0, "b:DOUBLE", rank, where, 0, "b:DOUBLE"],
            ["get", self.window.number, "-", "-", "null", 0, "b:INT", rank, where, 0, "b:CHAR"],
        ]), thread=thread)
        return None
