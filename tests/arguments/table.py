"""The table of wrong arguments. It has each function of the one-sided chapter, and those that make windows, groups, infos and
datatypes. `run` makes a C program from it and learns from it what must be found.

A function has the state in which it is called, and its arguments with their roles. A role has the right value and the wrong values.
Each wrong value has the standard's error class, and the rule that must report it (or the start of the rule's id).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bad:
    value: str  # C expression
    error: str  # class without MPI_ERR_; "": the call is carried out
    rule: str
    only: str = ""  # this MPI alone
    given: str = ""  # what the finding's sentence must say of it


def handles(rule, error, null, kind, freed=""):
    """A handle that is null, was freed, was never made (of two kinds), or is of another kind."""
    rows = [Bad(null, error, rule), Bad(f"({kind})never_made", error, rule), Bad(f"({kind})never_set", error, rule), Bad(f"({kind}){'MPI_COMM_WORLD' if kind != 'MPI_Comm' else 'MPI_INT'}", error, rule)]
    return rows + ([Bad(freed, error, rule)] if freed else [])


ARG, USE = "ARG", "FP-USE-006"
NULL = [Bad("NULL", ARG, USE)]
RANKS = [Bad(value, "RANK", "FP-RANGE-003") for value in ("ranks", "-5", "1 << 30", "MPI_ANY_SOURCE")]
COUNTS = [Bad("-1", "COUNT", "FP-RANGE-004"), Bad("INT_MIN", "COUNT", "FP-RANGE-004")]
TYPES = handles("FP-TYPE-009", "TYPE", "MPI_DATATYPE_NULL", "MPI_Datatype", "freed_type") + [Bad("uncommitted", "TYPE", "FP-TYPE-")]
READ = [
    Bad("NULL", "BUFFER", "FP-RANGE-005"),
    Bad("(void*)8", "BUFFER", "FP-RANGE-005"),
    Bad("unmapped", "BUFFER", "FP-RANGE-009"),
    Bad("(char*)0x0badbadbadbad000", "BUFFER", "FP-RANGE-009"),
]
WRITTEN = READ + [Bad("constant", "BUFFER", "FP-RANGE-009")]

# name: (value that is right, values that are wrong)
ROLES = {
    "win": ("win", handles("FP-WINDOW-008", "WIN", "MPI_WIN_NULL", "MPI_Win", "freed_win")),
    "dynamic": ("dynamic", handles("FP-WINDOW-008", "WIN", "MPI_WIN_NULL", "MPI_Win", "freed_win") + [Bad("win", "RMA_FLAVOR", "FP-")]),
    "shared": ("shared", handles("FP-WINDOW-008", "WIN", "MPI_WIN_NULL", "MPI_Win", "freed_win")),
    "origin": ("own", READ),
    "written": ("own", WRITTEN),
    "result": ("other", WRITTEN),
    "compare": ("third", READ),
    "count": ("1", COUNTS),
    "type": ("MPI_LONG", TYPES),
    "target_rank": ("peer", RANKS),
    "rank": ("rank", RANKS),
    "disp": ("0", [Bad("-1", "DISP", "FP-RANGE-004"), Bad("(MPI_Aint)1 << 60", "RMA_RANGE", "FP-RANGE-001")]),
    "op": ("MPI_SUM", [Bad("MPI_OP_NULL", "OP", "FP-TYPE-"), Bad("user_op", "OP", "FP-TYPE-"), Bad("(MPI_Op)never_made", "OP", USE), Bad("(MPI_Op)never_set", "OP", USE), Bad("(MPI_Op)MPI_INT", "OP", USE)]),
    "request": ("&request", NULL),
    "assert": ("0", [Bad("1 << 29", "ASSERT", "FP-ASSERT-009")]),
    "lock_type": ("MPI_LOCK_SHARED", [Bad("4711", "LOCKTYPE", "FP-EPOCH-017"), Bad("-1", "LOCKTYPE", "FP-EPOCH-017")]),
    "group": ("none", handles(USE, "GROUP", "MPI_GROUP_NULL", "MPI_Group", "freed_group")),
    "place": ("&number", NULL),
    "info": ("info", handles(USE, "INFO", "MPI_INFO_NULL", "MPI_Info", "freed_info")),
    "errhandler": ("MPI_ERRORS_RETURN", handles(USE, ARG, "MPI_ERRHANDLER_NULL", "MPI_Errhandler")),
    "text": ("text", NULL),
    "attach_base": ("region", [Bad("NULL", "RMA_ATTACH", USE), Bad("unmapped", "", "FP-RANGE-009")]),
    "attach_size": ("8", [Bad("-8", "SIZE", USE)]),
    "detach_base": ("attached", [Bad("own", "RMA_ATTACH", "FP-WINDOW-")]),
    "win_place": ("&win", [Bad("NULL", ARG, "FP-WINDOW-008"), Bad("&null_win", "WIN", "FP-WINDOW-008")]),
    "aint": ("&aint", NULL),
    "pointer": ("&pointer", NULL),
    # creation
    "comm": ("alone", handles("FP-WINDOW-002", "COMM", "MPI_COMM_NULL", "MPI_Comm", "freed_comm()")),
    "size": ("8", [Bad("-8", "SIZE", "FP-WINDOW-001"), Bad("PTRDIFF_MIN", "SIZE", "FP-WINDOW-001")]),
    "unit": ("1", [Bad("0", "DISP", "FP-WINDOW-001"), Bad("-4", "DISP", "FP-WINDOW-001")]),
    "info_or_null": ("MPI_INFO_NULL", [Bad("(MPI_Info)never_made", "INFO", "FP-WINDOW-001"), Bad("(MPI_Info)0", "INFO", "FP-WINDOW-001"), Bad("(MPI_Info)MPI_INT", "INFO", "FP-WINDOW-001"), Bad("freed_info", "INFO", "FP-WINDOW-001")]),
    "base": ("own", [Bad("NULL", "BASE", "FP-WINDOW-001"), Bad("unmapped", "", "FP-RANGE-009")]),
    "new_win": ("&made", [Bad("NULL", ARG, "FP-WINDOW-001")]),
    "new_base": ("&pointer", [Bad("NULL", ARG, "FP-WINDOW-001")]),
    # objects
    "any_comm": ("MPI_COMM_WORLD", handles(USE, "COMM", "MPI_COMM_NULL", "MPI_Comm", "freed_comm()")),
    "any_group": ("all", handles(USE, "GROUP", "MPI_GROUP_NULL", "MPI_Group", "freed_group")),
    "any_type": ("MPI_INT", handles(USE, "TYPE", "MPI_DATATYPE_NULL", "MPI_Datatype")),
    "new_group": ("&new_group", NULL),
    "new_type": ("&new_type", NULL),
    "new_info": ("&new_info", NULL),
    "n": ("1", [Bad("-1", ARG, USE)]),
    "blocks": ("1", [Bad("-1", "COUNT", USE)]),
    "ranks": ("&zero", [Bad("NULL", ARG, USE), Bad("&far", "RANK", USE), Bad("&negative", "RANK", USE)]),
    "ints": ("&zero", NULL),
    "aints": ("&aint", NULL),
    "types": ("&int_type", [Bad("NULL", ARG, USE), Bad("&null_type", "TYPE", USE)]),
    "key": ('"key"', [Bad("NULL", "INFO_KEY", USE), Bad('""', "INFO_KEY", USE), Bad("long_key", "INFO_KEY", USE)]),
    "free": ("own", []),
    "free_op": ("MPI_SUM", []),
    "nobody": ("MPI_PROC_NULL", []),
    "disp_to_nobody": ("0", [Bad("-1", "DISP", "FP-RANGE-004")]),
}


@dataclass(frozen=True)
class Function:
    name: str
    arguments: tuple  # names of roles
    before: str = ""
    after: str = ""
    handler: str = "win"  # whose error handler counts: of the window, or of MPI_COMM_WORLD
    only: str = ""  # this MPI alone has it


LOCKED = {"before": "MPI_Win_lock_all(0, win);", "after": "MPI_Win_unlock_all(win);"}
# To nobody: the numbers and types must be valid all the same.
NOBODY = ("count", "type", "nobody", "disp_to_nobody", "count", "type")
TRANSFER = ("count", "type", "target_rank", "disp", "count", "type")

FUNCTIONS = [
    Function("Put", ("origin", *TRANSFER, "win"), **LOCKED),
    Function("Get", ("written", *TRANSFER, "win"), **LOCKED),
    Function("Rput", ("origin", *TRANSFER, "win", "request"), **LOCKED),
    Function("Rget", ("written", *TRANSFER, "win", "request"), **LOCKED),
    Function("Accumulate", ("origin", *TRANSFER, "op", "win"), **LOCKED),
    Function("Raccumulate", ("origin", *TRANSFER, "op", "win", "request"), **LOCKED),
    Function("Get_accumulate", ("origin", "count", "type", "result", *TRANSFER, "op", "win"), **LOCKED),
    Function("Rget_accumulate", ("origin", "count", "type", "result", *TRANSFER, "op", "win", "request"), **LOCKED),
    # (Before the functions that create windows, which reuse the numbers of freed handles.)
    Function("Put_c", ("origin", *TRANSFER, "win"), only="mpich", **LOCKED),
    Function("Get_c", ("written", *TRANSFER, "win"), only="mpich", **LOCKED),
    Function("Rput_c", ("origin", *TRANSFER, "win", "request"), only="mpich", **LOCKED),
    Function("Rget_c", ("written", *TRANSFER, "win", "request"), only="mpich", **LOCKED),
    Function("Accumulate_c", ("origin", *TRANSFER, "op", "win"), only="mpich", **LOCKED),
    Function("Raccumulate_c", ("origin", *TRANSFER, "op", "win", "request"), only="mpich", **LOCKED),
    Function("Get_accumulate_c", ("origin", "count", "type", "result", *TRANSFER, "op", "win"), only="mpich", **LOCKED),
    Function("Rget_accumulate_c", ("origin", "count", "type", "result", *TRANSFER, "op", "win", "request"), only="mpich", **LOCKED),
    Function("Win_shared_query_c", ("shared", "rank", "aint", "aint", "pointer"), handler="shared", only="mpich"),
    Function("Fetch_and_op", ("origin", "result", "type", "target_rank", "disp", "op", "win"), **LOCKED),
    Function("Compare_and_swap", ("origin", "compare", "result", "type", "target_rank", "disp", "win"), **LOCKED),
    Function("Put", ("free", *NOBODY, "win"), **LOCKED),
    Function("Rget", ("free", *NOBODY, "win", "request"), **LOCKED),
    Function("Get_accumulate", ("free", "count", "type", "free", *NOBODY, "free_op", "win"), **LOCKED),
    Function("Fetch_and_op", ("free", "free", "type", "nobody", "disp_to_nobody", "free_op", "win"), **LOCKED),
    Function("Compare_and_swap", ("free", "free", "free", "type", "nobody", "disp_to_nobody", "win"), **LOCKED),
    Function("Win_fence", ("assert", "win"), before="", after=""),
    Function("Win_post", ("group", "assert", "win"), after="MPI_Win_wait(win);"),
    Function("Win_start", ("group", "assert", "win"), after="MPI_Win_complete(win);"),
    Function("Win_complete", ("win",), before="MPI_Win_start(none, 0, win);", after="MPI_Win_complete(win);"),
    Function("Win_wait", ("win",), before="MPI_Win_post(none, 0, win);", after="MPI_Win_wait(win);"),
    Function("Win_test", ("win", "place"), before="MPI_Win_post(none, 0, win);", after="MPI_Win_wait(win);"),
    Function("Win_lock", ("lock_type", "rank", "assert", "win"), after="MPI_Win_unlock(rank, win);"),
    Function("Win_unlock", ("rank", "win"), before="MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);", after="MPI_Win_unlock(rank, win);"),
    Function("Win_lock_all", ("assert", "win"), after="MPI_Win_unlock_all(win);"),
    Function("Win_unlock_all", ("win",), **LOCKED),
    Function("Win_flush", ("target_rank", "win"), **LOCKED),
    Function("Win_flush_local", ("target_rank", "win"), **LOCKED),
    Function("Win_flush_all", ("win",), **LOCKED),
    Function("Win_flush_local_all", ("win",), **LOCKED),
    Function("Win_sync", ("win",), **LOCKED),
    Function("Win_attach", ("dynamic", "attach_base", "attach_size"), after="MPI_Win_detach(dynamic, unmapped);", handler="dynamic"),
    Function("Win_detach", ("dynamic", "detach_base"), handler="dynamic"),
    Function("Win_shared_query", ("shared", "rank", "aint", "place", "pointer"), handler="shared"),
    Function("Win_free", ("win_place",)),
    Function("Win_get_group", ("win", "new_group")),
    Function("Win_set_info", ("win", "info")),
    Function("Win_get_info", ("win", "new_info")),
    Function("Win_set_name", ("win", "text")),
    Function("Win_get_name", ("win", "text", "place")),
    Function("Win_set_errhandler", ("win", "errhandler")),
    Function("Win_create", ("base", "size", "unit", "info_or_null", "comm", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation"),
    Function("Win_allocate", ("size", "unit", "info_or_null", "comm", "new_base", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation"),
    Function("Win_allocate_shared", ("size", "unit", "info_or_null", "comm", "new_base", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation"),
    Function("Win_create_dynamic", ("info_or_null", "comm", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation"),
    Function("Comm_group", ("any_comm", "new_group"), handler="world"),
    Function("Group_size", ("any_group", "place"), handler="world"),
    Function("Group_rank", ("any_group", "place"), handler="world"),
    Function("Group_translate_ranks", ("any_group", "n", "ints", "any_group", "ints"), handler="world"),
    Function("Group_compare", ("any_group", "any_group", "place"), handler="world"),
    Function("Group_union", ("any_group", "any_group", "new_group"), handler="world"),
    Function("Group_intersection", ("any_group", "any_group", "new_group"), handler="world"),
    Function("Group_difference", ("any_group", "any_group", "new_group"), handler="world"),
    Function("Group_incl", ("any_group", "n", "ranks", "new_group"), handler="world"),
    Function("Group_excl", ("any_group", "n", "ranks", "new_group"), handler="world"),
    Function("Info_dup", ("info", "new_info"), handler="world"),
    Function("Info_set", ("info", "key", "text"), handler="world"),
    Function("Info_delete", ("info", "key"), handler="world"),
    Function("Info_get_nkeys", ("info", "place"), handler="world"),
    Function("Type_contiguous", ("blocks", "any_type", "new_type"), handler="world"),
    Function("Type_vector", ("blocks", "blocks", "blocks_any", "any_type", "new_type"), handler="world"),
    Function("Type_create_hvector", ("blocks", "blocks", "blocks_any", "any_type", "new_type"), handler="world"),
    Function("Type_indexed", ("blocks", "lengths", "ints", "any_type", "new_type"), handler="world"),
    Function("Type_create_hindexed", ("blocks", "lengths", "aints", "any_type", "new_type"), handler="world"),
    Function("Type_create_indexed_block", ("blocks", "blocks", "ints", "any_type", "new_type"), handler="world"),
    Function("Type_create_hindexed_block", ("blocks", "blocks", "aints", "any_type", "new_type"), handler="world"),
    Function("Type_create_struct", ("blocks", "lengths", "aints", "types", "new_type"), handler="world"),
    Function("Type_create_subarray", ("dimensions", "sizes", "subsizes", "starts", "order", "any_type", "new_type"), handler="world"),
    Function("Type_create_darray", ("dimensions", "member", "dimensions", "sizes", "distributions", "distribution_blocks", "sizes", "order", "any_type", "new_type"), handler="world"),
    Function("Type_create_resized", ("any_type", "zero_any", "eight_any", "new_type"), handler="world"),
    Function("Type_dup", ("any_type", "new_type"), handler="world"),
    Function("Type_commit", ("own_type",), before="MPI_Type_contiguous(1, MPI_INT, &new_type);", handler="world"),
    Function("Type_free", ("own_type",), before="MPI_Type_contiguous(1, MPI_INT, &new_type);", handler="world"),
    Function("Group_free", ("own_group",), before="MPI_Comm_group(MPI_COMM_WORLD, &new_group);", handler="world"),
    Function("Info_free", ("own_info",), before="MPI_Info_create(&new_info);", handler="world"),
    Function("Info_create", ("new_info",), handler="world"),
    Function("Group_range_incl", ("any_group", "n", "ranges", "new_group"), handler="world"),
    Function("Group_range_excl", ("any_group", "n", "ranges", "new_group"), handler="world"),
    Function("Type_size", ("any_type", "place"), handler="world"),
    Function("Type_size_x", ("any_type", "large"), handler="world"),
    Function("Type_get_extent", ("any_type", "aint", "aint"), handler="world"),
    Function("Type_get_extent_x", ("any_type", "large", "large"), handler="world"),
    Function("Type_get_true_extent", ("any_type", "aint", "aint"), handler="world"),
    Function("Type_get_true_extent_x", ("any_type", "large", "large"), handler="world"),
    Function("Type_get_envelope", ("any_type", "place", "place", "place", "place"), handler="world"),
    Function("Type_get_contents", ("contents_type", "most", "most", "most", "ints_any", "aints_any", "types_any"), before="MPI_Type_contiguous(1, MPI_INT, &new_type);", after="MPI_Type_free(&new_type);", handler="world"),
    Function("Type_create_f90_integer", ("digits", "new_type"), handler="world"),
    Function("Type_create_f90_real", ("precision", "range", "new_type"), handler="world"),
    Function("Type_create_f90_complex", ("precision", "range", "new_type"), handler="world"),
    Function("Type_match_size", ("type_class", "type_size", "new_type"), handler="world"),
    Function("Type_contiguous_c", ("blocks", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_vector_c", ("blocks", "blocks", "blocks_any", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_hvector_c", ("blocks", "blocks", "blocks_any", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_indexed_c", ("blocks", "large_lengths", "larges", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_hindexed_c", ("blocks", "large_lengths", "larges", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_indexed_block_c", ("blocks", "blocks", "larges", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_hindexed_block_c", ("blocks", "blocks", "larges", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_struct_c", ("blocks", "large_lengths", "larges", "types", "new_type"), handler="world", only="mpich"),
    Function("Type_create_subarray_c", ("dimensions", "large_sizes", "large_subsizes", "large_starts", "order", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_darray_c", ("dimensions", "member", "dimensions", "large_sizes", "distributions", "distribution_blocks", "sizes", "order", "any_type", "new_type"), handler="world", only="mpich"),
    Function("Type_create_resized_c", ("any_type", "zero_any", "eight_any", "new_type"), handler="world", only="mpich"),
    Function("Type_size_c", ("any_type", "large"), handler="world", only="mpich"),
    Function("Type_get_extent_c", ("any_type", "large", "large"), handler="world", only="mpich"),
    Function("Type_get_true_extent_c", ("any_type", "large", "large"), handler="world", only="mpich"),
    Function("Win_create_c", ("base", "size", "unit", "info_or_null", "comm", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation", only="mpich"),
    Function("Win_allocate_c", ("size", "unit", "info_or_null", "comm", "new_base", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation", only="mpich"),
    Function("Win_allocate_shared_c", ("size", "unit", "info_or_null", "comm", "new_base", "new_win"), before=" ", after="if (made != MPI_WIN_NULL) MPI_Win_free(&made);", handler="creation", only="mpich"),
]


def sizes(variables, more=()):
    """Lists of one positive number."""
    one, zero, negative = variables
    return (one, [Bad("NULL", ARG, USE), Bad(zero, ARG, USE), Bad(negative, ARG, USE), *(Bad(value, ARG, USE) for value in more)])


def by_library(value):
    """What only the library knows to be wrong."""
    return [Bad(value, "OTHER", USE, only="mpich"), Bad(value, ARG, USE, only="openmpi")]


INTS, LARGES = ("&one", "&zero", "&negative"), ("&one_large", "&zero_large", "&negative_large")
ROLES |= {
    "lengths": ("&zero", [Bad("NULL", ARG, USE), Bad("&negative", "COUNT", USE)]),
    "large_lengths": ("&zero_large", [Bad("NULL", ARG, USE), Bad("&negative_large", "COUNT", USE)]),
    "larges": ("&zero_large", NULL),
    "large": ("&large", NULL),
    "dimensions": ("1", [Bad("0", ARG, USE), Bad("-1", ARG, USE)]),
    "member": ("0", [Bad("-1", "RANK", USE), Bad("1", "RANK", USE)]),
    "sizes": sizes(INTS),
    "subsizes": sizes(INTS, ["&far"]),
    "starts": ("&zero", [Bad("NULL", ARG, USE), Bad("&negative", ARG, USE), Bad("&one", ARG, USE)]),
    "large_sizes": sizes(LARGES),
    "large_subsizes": sizes(LARGES, ["&far_large"]),
    "large_starts": ("&zero_large", [Bad("NULL", ARG, USE), Bad("&negative_large", ARG, USE), Bad("&one_large", ARG, USE)]),
    "order": ("MPI_ORDER_C", [Bad("4711", ARG, USE)]),
    "distributions": ("&block", [Bad("NULL", ARG, USE), Bad("&far", ARG, USE)]),
    "distribution_blocks": ("&default_block", [Bad("NULL", ARG, USE), Bad("&zero", ARG, USE)]),
    "own_type": ("&new_type", [Bad("NULL", ARG, USE), Bad("&null_type", "TYPE", USE)]),
    "own_group": ("&new_group", [Bad("NULL", ARG, USE), Bad("&null_group", "GROUP", USE)]),
    "own_info": ("&new_info", [Bad("NULL", ARG, USE), Bad("&null_info", "INFO", USE)]),
    "ranges": ("range", NULL),
    "contents_type": ("new_type", handles(USE, "TYPE", "MPI_DATATYPE_NULL", "MPI_Datatype")),
    "most": ("1", [Bad("-1", "COUNT", USE)]),
    "ints_any": ("&number", []),
    "aints_any": ("&aint", []),
    "types_any": ("&int_type", []),
    "digits": ("4", by_library("1000")),
    "precision": ("4", by_library("1000")),
    "range": ("10", by_library("1000000")),
    "type_class": ("MPI_TYPECLASS_INTEGER", [Bad("4711", ARG, USE)]),
    "type_size": ("4", [Bad("1000", ARG, USE)]),
}
ROLES["blocks_any"] = ("1", [])
ROLES["zero_any"] = ("0", [])
ROLES["eight_any"] = ("8", [])


@dataclass(frozen=True)
class Row:
    function: Function
    position: int
    bad: Bad

    @property
    def call(self):
        values = [ROLES[role][0] for role in self.function.arguments]
        values[self.position] = self.bad.value
        return f"MPI_{self.function.name}({', '.join(values)})"


@dataclass(frozen=True)
class Swapped:
    """Right arguments in the wrong order, where the compiler accepts it."""

    function: Function
    call: str
    bad: Bad
    position: int = 0


# (MPICH's handles are ints.)
SWAPPED = [
    Swapped(Function("Win_fence", ()), "MPI_Win_fence(win, 0)", Bad("", "WIN", "FP-WINDOW-008", "mpich", "Call MPI_Win_fence(0, win) instead")),
    Swapped(Function("Win_lock_all", ()), "MPI_Win_lock_all(win, 0)", Bad("", "WIN", "FP-WINDOW-008", "mpich", "Assert and win look swapped")),
    Swapped(Function("Win_flush", (), **LOCKED), "MPI_Win_flush(win, 1)", Bad("", "WIN", "FP-WINDOW-008", "mpich", "Rank and win look swapped")),
    Swapped(Function("Win_lock", ()), "MPI_Win_lock(rank, MPI_LOCK_SHARED, 0, win)", Bad("", "RANK", "FP-RANGE-003", "mpich", "Lock_type and rank look swapped")),
    Swapped(Function("Win_lock", ()), "MPI_Win_lock(0, MPI_LOCK_SHARED, 0, win)", Bad("", "RANK", "FP-RANGE-003", "mpich", "Lock_type and rank look swapped")),
    Swapped(Function("Put", (), **LOCKED), "MPI_Put(own, MPI_LONG, 1, peer, 0, 1, MPI_LONG, win)", Bad("", "TYPE", "FP-TYPE-009", "mpich", "Origin_count and origin_datatype look swapped")),
    Swapped(Function("Accumulate", (), **LOCKED), "MPI_Accumulate(own, 1, MPI_LONG, peer, 0, 1, MPI_LONG, win, MPI_SUM)", Bad("", "WIN", "FP-WINDOW-008", "mpich", "Op and win look swapped")),
    Swapped(Function("Win_post", ()), "MPI_Win_post(0, none, win)", Bad("", "GROUP", "FP-", "mpich", "Group and assert look swapped")),
]


# The state of a one-process window, how it gets there, and the call that leaves the state.
STATES = {
    "none": ([], []),
    "fence": (["MPI_Win_fence(0, made)"], ["MPI_Win_fence(0, made)"]),
    "used_fence": (["MPI_Win_fence(0, made)", "MPI_Put(own, 1, MPI_LONG, 0, 0, 1, MPI_LONG, made)"], ["MPI_Win_fence(0, made)"]),
    "posted": (["MPI_Win_post(self, 0, made)"], ["MPI_Win_start(self, 0, made)", "MPI_Win_complete(made)", "MPI_Win_wait(made)"]),
    "started": (["MPI_Win_post(self, 0, made)", "MPI_Win_start(self, 0, made)"], ["MPI_Win_complete(made)", "MPI_Win_wait(made)"]),
    "used_start": (
        ["MPI_Win_post(self, 0, made)", "MPI_Win_start(self, 0, made)", "MPI_Put(own, 1, MPI_LONG, 0, 0, 1, MPI_LONG, made)"],
        ["MPI_Win_complete(made)", "MPI_Win_wait(made)"],
    ),
    "locked": (["MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, made)"], ["MPI_Win_unlock(0, made)"]),
    "used_lock": (["MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, made)", "MPI_Put(own, 1, MPI_LONG, 0, 0, 1, MPI_LONG, made)"], ["MPI_Win_unlock(0, made)"]),
    "lock_all": (["MPI_Win_lock_all(0, made)"], ["MPI_Win_unlock_all(made)"]),
}
ACTIVE = ("none", "fence", "used_fence", "posted", "started", "used_start")
# Each call in the states that do not allow it, and its rule there (or the start of its id).
MISPLACED = [
    ("MPI_Win_fence(0, made)", "FP-EPOCH-003", ("posted", "started", "used_start", "locked", "used_lock", "lock_all")),
    ("MPI_Win_post(self, 0, made)", "FP-EPOCH-006", ("posted", "started", "used_start")),
    ("MPI_Win_start(self, 0, made)", "FP-EPOCH-003", ("used_fence", "locked", "used_lock", "lock_all")),
    ("MPI_Win_start(self, 0, made)", "FP-EPOCH-004", ("started", "used_start")),
    ("MPI_Win_complete(made)", "FP-EPOCH-005", ("none", "fence", "used_fence", "posted", "locked", "used_lock", "lock_all")),
    ("MPI_Win_wait(made)", "FP-EPOCH-007", ("none", "fence", "used_fence", "locked", "used_lock", "lock_all")),
    ("MPI_Win_test(made, &number)", "FP-EPOCH-007", ("none", "fence", "used_fence", "locked", "used_lock", "lock_all")),
    ("MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, made)", "FP-EPOCH-003", ("used_fence", "started", "used_start")),
    ("MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, made)", "FP-EPOCH-008", ("locked", "used_lock", "lock_all")),
    ("MPI_Win_lock_all(0, made)", "FP-EPOCH-003", ("used_fence", "started", "used_start")),
    ("MPI_Win_lock_all(0, made)", "FP-EPOCH-008", ("locked", "used_lock", "lock_all")),
    ("MPI_Win_unlock(0, made)", "FP-EPOCH-009", (*ACTIVE, "lock_all")),
    ("MPI_Win_unlock_all(made)", "FP-EPOCH-009", (*ACTIVE, "locked", "used_lock")),
    ("MPI_Win_flush(0, made)", "FP-EPOCH-010", ACTIVE),
    ("MPI_Win_flush_local(0, made)", "FP-EPOCH-010", ACTIVE),
    ("MPI_Win_flush_all(made)", "FP-EPOCH-010", ACTIVE),
    ("MPI_Win_flush_local_all(made)", "FP-EPOCH-010", ACTIVE),
    # (Both sides have an epoch: each is reported.)
    ("MPI_Win_free(&made)", "FP-EPOCH-013", ("used_fence", "posted", "locked", "used_lock", "lock_all")),
]


@dataclass(frozen=True)
class Misplaced:
    """A call with right arguments that the state of the window does not allow."""

    function: Function
    call: str
    bad: Bad
    leave: tuple
    position: int = 0


def misplaced():
    for call, rule, states in MISPLACED:
        for state in states:
            enter, leave = STATES[state]
            before = " ".join(f"{statement};" for statement in ["make()", *enter])
            function = Function(call.partition("(")[0].removeprefix("MPI_"), (), before=before, handler="told")
            yield Misplaced(function, call, Bad("", "RMA_SYNC", rule), (*leave, "MPI_Win_free(&made)"))


def rows(mpi):
    yield from misplaced()
    yield from (row for row in SWAPPED if row.bad.only in ("", mpi))
    for function in FUNCTIONS:
        if function.only not in ("", mpi):
            continue
        for position, role in enumerate(function.arguments):
            for bad in ROLES[role][1]:
                if bad.only in ("", mpi):
                    yield Row(function, position, bad)
