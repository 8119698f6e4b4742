"""What the steps of protocols (protocols.py) touch and complete, and what the run shows of their order.

The rule is that of the semantics: if a fetch returns a value that atomic w wrote, the call of w is before the completion of the
fetch. Locks of atomics order their sections as the run took them. What a value does not tell for certain counts as possible.
"""
MANY = ("tas_lock", "bakery_lock", "steal")  # steps that issue atomics after a flush of their own

LATE = ("ticket_lock", "bakery_lock", "seq_read", "steal")   # steps that read, and then do something that depends on it


def last(seen, number, index=-1):
    return seen[number][index]


def related(program, a, what):
    """The step of the same section with this name."""
    return next(b for b in program.actions if b.kind == "step" and b.what == what and b.args.get("section") == a.section)


def node(program, a, seen, what):
    """The process whose number a step of a queue lock has read; None: nobody's."""
    number = last(seen, related(program, a, what).number)
    return program.windows[a.window].members[number - 1] if number else None


def changed(a, op):
    return ("p", None) if a.args.get("style") == "p" else ("a", op)


def touches(program, a, seen):
    """(target, word of the window, kind of access, operation), and "late" if it starts where the step has read something."""
    what, me, t, word = a.what, a.rank, a.target, a.word
    poll = ("r", "noop")
    if what == "tas_lock":
        return [(t, word, "a", "cas" if a.style == "c" else "replace")]
    if what in ("tas_unlock", "publish"):
        return [(t, word) + changed(a, "replace")]
    if what == "ticket_lock":
        return [(t, word, "a", "sum"), (t, word + 1) + poll + ("late",)]
    if what == "ticket_unlock":
        return [(t, word + 1) + changed(a, "sum")]
    if what.startswith("mcs_"):
        return queue_touches(program, a, seen)
    if what == "bakery_lock":
        others = [j for j in program.windows[a.window].members if j != me]
        return [(me, word + k, "a", "replace") for k in (0, 1)] + [(j, word + k) + poll + ("late",) for j in others for k in (0, 1)]
    if what == "bakery_unlock":
        return [(me, word + 1) + changed(a, "replace")]
    if what in ("count", "bump", "push"):
        return [(t, word) + changed(a, "sum")]
    if what == "await_count":
        return [(t, word) + poll]
    if what == "look":
        return [(t, word) + (("g", None) if a.style == "g" else poll)]
    if what in ("slot_get", "slot_put"):
        slot = last(seen, a.after)
        return [(t, word + slot - 1, "g" if what == "slot_get" else "p", None)] if slot > 0 else []
    if what == "seq_read":
        return [(t, word) + poll, (t, a.data) + (("g", None) if a.style == "g" else poll) + ("late",)]
    assert what == "steal"
    end, first, _ = seen[a.number]
    claims = first < end and a.style == "c"
    return [(t, word) + poll + ("late",), (t, word + 1) + (("a", "cas") if claims else poll)]


def queue_touches(program, a, seen):
    what, me, tail, following, waiting = a.what, a.rank, a.word, a.word + 1, a.word + 2
    if what == "mcs_reset":
        return [(me, following, "a", "replace"), (me, waiting, "a", "replace")]
    if what in ("mcs_swap", "mcs_close"):
        return [(a.target, tail, "a", "replace" if what == "mcs_swap" else "cas")]
    before = node(program, a, seen, "mcs_swap")
    if what == "mcs_link":
        return [(before, following, "a", "replace")] if before is not None else []
    if what == "mcs_wait":
        return [(me, waiting, "r", "noop")] if before is not None else []
    after = node(program, a, seen, "mcs_next")
    if what == "mcs_next":
        return [(me, following, "r", "noop")] if after is not None else []
    return [(after, waiting) + changed(a, "replace")] if after is not None else []


class Order:
    """Edges (node, node), and which atomic has been met by a fetch: (number of its step, target, word, node)."""
    def __init__(self, graph, possible):
        self.graph, self.program, self.seen, self.possible = graph, graph.program, graph.seen, possible
        self.edges, self.met = [], []
        self.numbers = {a.number: n for n, a in enumerate(self.program.actions)}
        steps = {}
        for a in self.program.actions:
            if a.kind == "step" and a.what not in ("slot_get", "slot_put"):
                steps.setdefault(a.protocol, []).append(a)
        for of_one in steps.values():
            by_name = {}
            for a in of_one:
                by_name.setdefault(a.what, []).append(a)
            getattr(self, of_one[0].what.split("_")[0])(by_name)

    def saw(self, fetch, writer, sure=True, late=False):
        """`fetch` has read what `writer` wrote. A put orders nothing."""
        if not (sure or self.possible) or writer.args.get("style") == "p" or fetch is writer:
            return
        f, w = self.numbers[fetch.number], self.numbers[writer.number]
        end = self.graph.posted[f, fetch.rank] if late else self.graph.exit[f, fetch.rank]
        # (A thief has looked before it claims.)
        issue = self.graph.posted if writer.what == "steal" else self.graph.entry
        self.edges.append((issue[w, writer.rank], end))
        mine = {t[:2] for t in touches(self.program, fetch, self.seen)}
        self.met += [(w, t[0], t[1], end) for t in touches(self.program, writer, self.seen) if t[2] == "a" and t[:2] in mine]

    def in_turn(self, acquires, step):
        return sorted(acquires, key=lambda a: last(self.seen, related(self.program, a, step).number))

    def same_section(self, a, what):
        return related(self.program, a, what)

    def tas(self, steps):
        turns = self.in_turn(steps.get("tas_lock", []), "tas_lock")
        for k, a in enumerate(turns):
            if k:
                self.saw(a, self.same_section(turns[k - 1], "tas_unlock"))
            for j, b in enumerate(turns):        # attempts that failed, and what fetching replacements have passed on
                self.saw(a, b, sure=False)
                if self.same_section(a, "tas_unlock").style == "f":
                    self.saw(self.same_section(a, "tas_unlock"), b, sure=False)
                if j < k:
                    self.saw(a, self.same_section(b, "tas_unlock"), sure=False)

    def ticket(self, steps):
        turns = self.in_turn(steps["ticket_lock"], "ticket_lock")
        releases = [self.same_section(a, "ticket_unlock") for a in turns]
        for k, a in enumerate(turns):
            put = max((j for j in range(k) if releases[j].style == "p"), default=-1)
            for j in range(k):
                self.saw(a, turns[j], late=True)
                self.saw(a, releases[j], sure=j > put)
                if releases[k].style == "f":
                    self.saw(releases[k], releases[j], sure=j > put)

    def mcs(self, steps):
        turns = self.in_turn(steps["mcs_swap"], "mcs_wait")
        for k, a in enumerate(turns):
            close = self.same_section(a, "mcs_close")
            before = last(self.seen, a.number)
            for j, b in enumerate(turns[:k]):
                is_last = j == k - 1
                self.saw(a, b, sure=is_last and before != 0)
                self.saw(a, self.same_section(b, "mcs_close"), sure=is_last and before == 0)
            if k and before:
                self.saw(self.same_section(a, "mcs_wait"), self.same_section(turns[k - 1], "mcs_pass"))
            members = self.program.windows[a.window].members
            at_the_end = last(self.seen, close.number)
            who = members[at_the_end - 1] if at_the_end else None
            seen = next((b for b in turns[k + 1:] if b.rank == who and who != a.rank), None)
            for b in turns[k + 1:]:
                self.saw(close, b, sure=b is seen)
            if k + 1 < len(turns) and who != a.rank:
                self.saw(self.same_section(a, "mcs_next"), self.same_section(turns[k + 1], "mcs_link"))

    def bakery(self, steps):
        turns = self.in_turn(steps["bakery_lock"], "bakery_lock")
        for k, a in enumerate(turns):
            known = set()
            for b in reversed(turns[:k]):
                self.saw(a, self.same_section(b, "bakery_unlock"), sure=b.rank not in known)
                known.add(b.rank)
            for b in turns:                      # numbers that it has read before it read others
                self.saw(a, b, sure=False, late=True)
                self.saw(a, self.same_section(b, "bakery_unlock"), sure=False, late=True)

    def surely(self, writers, value):
        """The additions of one that a sum has in it for certain: those without which it would be less."""
        for i, a in enumerate(writers):
            after = sum(1 for b in writers[i:] if (b.rank, b.thread) == (a.rank, a.thread))
            yield a, len(writers) - after < value

    def count(self, steps):
        writers = steps["count"]
        for fetch in steps.get("await_count", []):
            for writer, sure in self.surely(writers, last(self.seen, fetch.number)):
                self.saw(fetch, writer, sure)
        for fetch in writers:
            for writer in writers:
                if fetch.style == "f":
                    self.saw(fetch, writer, sure=False)

    def await_count(self, steps):
        self.count({"count": [], **steps})

    def publish(self, steps):
        for fetch in steps.get("look", []):
            for writer in steps.get("publish", []):
                if fetch.style == "r":
                    self.saw(fetch, writer, sure=last(self.seen, fetch.number) == writer.slot)

    look = publish

    def bump(self, steps):
        """One writer: the value tells which of its steps it has in it."""
        for fetch in steps.get("seq_read", []):
            first, end = (last(self.seen, fetch.number, i) for i in (0, -1))
            for i, writer in enumerate(steps.get("bump", [])):
                if i < first:
                    self.saw(fetch, writer, late=True)
                self.saw(fetch, writer, sure=i < end)

    seq = bump

    def push(self, steps):
        thieves = steps.get("steal", [])
        winners = {last(self.seen, a.number): a for a in thieves if a.style == "c" and last(self.seen, a.number) > 0}
        for fetch in thieves:
            end, first, _ = self.seen[fetch.number]
            for i, writer in enumerate(steps.get("push", [])):
                self.saw(fetch, writer, sure=i < end)
            for slot, winner in winners.items():
                self.saw(fetch, winner, sure=slot == first, late=True)

    steal = push
