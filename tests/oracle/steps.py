"""Prints the steps of protocols: each is one macro of protocols.h."""


def step(printer, a):
    program, w = printer.program, a.window
    window = program.windows[w]
    mine, t = printer.rank_in(w, a.rank), printer.rank_in(w, a.target)
    own_part = a.what.startswith("bakery") or a.what in ("mcs_reset", "mcs_link", "mcs_wait", "mcs_next", "mcs_pass")

    def at(k=0, rank=None):
        """The displacement of word k of the protocol, at its target, or in the part of the window's rank `rank`."""
        if window.flavor == "dynamic":
            return f"base[{w}][{t if rank is None else rank}] + {4 * (a.word + k)}"
        return str(4 * (a.word + k) // window.unit)

    where = mine if a.what in ("mcs_reset", "mcs_wait", "mcs_next") else "i"
    word = at(0) if not own_part else None
    style = f"'{a.args.get('style')}'"
    n, section = a.number, a.args.get("section")
    if a.what in ("slot_get", "slot_put"):
        call = "MPI_Get" if a.what == "slot_get" else "MPI_Put"
        distance = 4 if window.flavor == "dynamic" else 4 // window.unit
        return f"slot_step({call}, {section}, {printer.address(a.buffer)}, {w}, {t}, {word}, {distance});"
    arguments = {
        "tas_lock": [n, style, w, t, word], "tas_unlock": [style, w, t, word],
        "ticket_lock": [n, section, w, t, word, at(1)], "ticket_unlock": [section, style, w, t, at(1)],
        "mcs_reset": [w, mine, at(1, where), at(2, where)], "mcs_swap": [n, section, w, mine, t, word],
        "mcs_link": [section, w, mine, at(1, where)], "mcs_wait": [n, section, w, mine, at(2, where)],
        "mcs_close": [n, section, w, mine, t, word], "mcs_next": [n, section, w, mine, at(1, where)],
        "mcs_pass": [section, style, w, at(2, where)],
        "bakery_lock": [n, w, len(window.members), mine, at(0, where), at(1, where)],
        "bakery_unlock": [style, w, mine, at(1, where)],
        "count": [style, w, t, word], "await_count": [n, a.args.get("enough"), w, t, word],
        "publish": [style, a.args.get("slot"), w, t, word], "look": [n, section, style, w, t, word],
        "bump": [style, w, t, word], "push": [style, a.args.get("filled"), w, t, word],
        "steal": [n, section, style, w, t, word, at(1)],
    }
    if a.what == "seq_read":
        given = [n, style, w, t, word, printer.displacement(w, a.target, a.data)]
    else:
        given = arguments[a.what]
    name = "count" if a.what == "bump" else a.what
    return f"{name}({', '.join(map(str, given))});"
