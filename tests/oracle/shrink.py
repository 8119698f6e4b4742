"""Makes a program as small as possible on which the tool and the model still disagree."""

from protocols import LOCKS

EPOCH = {"fence", "post", "start", "complete", "wait", "lock", "unlock", "lock_all", "unlock_all", "open", "close"}


def keys(a):
    """Keys of an action. Actions with the same key must be removed together."""
    out = []
    if a.kind in ("set_flag", "see_flag"):
        out.append(("flag", a.which))
    if a.kind in ("show", "take"):
        out.append(("shown", a.place))
    if a.args.get("made") is not None:
        out.append(("made", a.made))
    elif isinstance(a.args.get("comm"), tuple) and a.comm[0] == "made":
        out.append(("on", a.comm))
    if a.kind == "step":
        # Sections of a lock go one by one, other protocols as a whole.
        out.append(("protocol", a.protocol, a.section if a.what.split("_")[0] in LOCKS else None))
    if a.kind in ("notify", "await"):
        out.append(("notify", a.window, a.target, a.flag))
    if a.args.get("tag") is not None:
        out.append(("tag", a.tag) + ((a.rank, a.peer) if a.kind.endswith("send") else (a.args.get("peer"), a.rank))
                   if a.tag == 1000 else ("tag", a.tag))
    if a.args.get("request") is not None:
        out.append(("request", a.request))
    if a.kind == "collective" and a.args.get("requests"):
        out += [("request", r) for r in a.requests.values()]
    if a.kind in ("spawn", "join"):
        out.append(("thread", a.rank, a.which))
    if a.kind in ("fork", "meet"):
        out += [("thread", a.rank, s) for s in a.which]
    if a.thread:
        out.append(("in thread", a.rank, a.thread))
    return out


def without(actions, chosen):
    """The actions that remain when those at the indices `chosen` are removed, with all that depend on them."""
    gone = set(chosen)
    while True:
        before = len(gone)
        lost = {k for i in gone for k in keys(actions[i]) if k[0] not in ("in thread", "on")}
        for i, a in enumerate(actions):
            if i in gone:
                continue
            its = keys(a)
            if any(k in lost for k in its if k[0] != "on") or any(
                    (name,) + k[1:] in lost for k in its
                    for name in [{"in thread": "thread", "on": "made"}.get(k[0])] if name):
                gone.add(i)
        # Both ends of a critical section.
        open_ = {}
        for i, a in enumerate(actions):
            if a.kind == "mutex_lock":
                open_[a.rank, a.thread, a.mutex] = i
            elif a.kind == "mutex_unlock":
                j = open_.pop((a.rank, a.thread, a.mutex))
                if (i in gone) != (j in gone):
                    gone |= {i, j}
        if len(gone) == before:
            break
    requests = {k[1] for i in gone for k in keys(actions[i]) if k[0] == "request"}
    left = []
    for i, a in enumerate(actions):
        if i in gone:
            continue
        if isinstance(a.args.get("requests"), list) and requests & set(a.requests):
            rest = [r for r in a.requests if r not in requests]
            if not rest:
                continue
            a = type(a)(a.kind, a.ranks, dict(a.args, requests=rest), number=a.number)
        left.append(a)
    return left


def pair_of_epoch(actions, i):
    """Whole epochs of locks can be removed, with all that is inside."""
    a = actions[i]
    end = {"lock": "unlock", "lock_all": "unlock_all"}[a.kind]
    inside = [i]
    for j in range(i + 1, len(actions)):
        b = actions[j]
        if a.rank in b.ranks and b.args.get("window") == a.window:
            inside.append(j)
            if b.kind == end and b.args.get("target") == a.args.get("target"):
                return inside
    return None


def shrink(disagrees, program):
    """`disagrees(program, tries)`; None if the whole program does not."""
    whole = disagrees(program, 5)
    if not whole:
        return None
    about_pairs = bool(whole[1] or whole[2])   # then the rest (rules an illegal program breaks) is not what is looked for

    def same(smaller):
        found = disagrees(smaller, 2)
        return found and (found[1] or found[2] or not about_pairs)

    def attempt(actions):
        nonlocal program
        smaller = program.with_actions(actions)
        try:
            if len(actions) < len(program.actions) and actions and same(smaller):
                program = smaller
                return True
        except Exception:  # noqa: BLE001 (not a legal program any more)
            pass
        return False

    chunk = 8
    while chunk >= 1:
        index = len(program.actions)
        while index > 0:
            index = min(index, len(program.actions))
            chosen = [i for i in range(max(0, index - chunk), index) if program.actions[i].kind not in EPOCH]
            if chosen:
                attempt(without(program.actions, chosen))
            index -= chunk
        chunk //= 2
    index = len(program.actions) - 1
    while index >= 0:
        if index < len(program.actions) and program.actions[index].kind in ("lock", "lock_all"):
            inside = pair_of_epoch(program.actions, index)
            if inside:
                attempt(without(program.actions, inside))
        index -= 1
    return program
