#include "gcc/rooms.h"

#include <cstddef>

#include "hook_table/table.h"

namespace fencepost::gcc {
namespace {

tree number(std::int64_t value) {
  return build_int_cst(long_long_unsigned_type_node, value);
}

// What a pointer is derived from: by arithmetic, conversions, members and elements. Null: it comes from elsewhere.
tree step_back(tree pointer) {
  if (TREE_CODE(pointer) == ADDR_EXPR) {
    tree inner = get_base_address(TREE_OPERAND(pointer, 0));
    return inner != NULL_TREE && TREE_CODE(inner) == MEM_REF ? TREE_OPERAND(inner, 0) : NULL_TREE;
  }
  if (TREE_CODE(pointer) != SSA_NAME) return NULL_TREE;
  gimple* definition = SSA_NAME_DEF_STMT(pointer);
  if (!is_gimple_assign(definition)) return NULL_TREE;
  const tree_code code = gimple_assign_rhs_code(definition);
  if (code != POINTER_PLUS_EXPR && code != SSA_NAME && code != ADDR_EXPR && !CONVERT_EXPR_CODE_P(code))
    return NULL_TREE;
  tree from = gimple_assign_rhs1(definition);
  return POINTER_TYPE_P(TREE_TYPE(from)) ? from : NULL_TREE;
}

// By a pointer that changes while the loop runs.
bool is_loaded(tree value, class loop* loop) {
  if (TREE_CODE(value) != SSA_NAME || !gimple_assign_load_p(SSA_NAME_DEF_STMT(value))) return false;
  tree from = get_base_address(gimple_assign_rhs1(SSA_NAME_DEF_STMT(value)));
  return from != NULL_TREE && TREE_CODE(from) == MEM_REF && !expr_invariant_in_loop_p(loop, TREE_OPERAND(from, 0));
}

// Of a pointer that is loaded from a variable: where in the variable.
bool find_member(tree reference, tree& variable, HOST_WIDE_INT& bits) {
  bool is_reverse = false;
  HOST_WIDE_INT begin = 0, count = 0;
  variable =
      TREE_THIS_VOLATILE(reference) ? NULL_TREE : get_ref_base_and_extent_hwi(reference, &begin, &count, &is_reverse);
  bits = begin;
  return variable != NULL_TREE && VAR_P(variable) && !TREE_THIS_VOLATILE(variable) && !DECL_THREAD_LOCAL_P(variable) &&
         !DECL_HARD_REGISTER(variable) && !DECL_HAS_VALUE_EXPR_P(variable);
}

bool is_stored_in(class loop* loop, tree variable, HOST_WIDE_INT bits) {
  bool found = false;
  basic_block* blocks = get_loop_body(loop);
  for (unsigned i = 0; i < loop->num_nodes && !found; ++i) {
    for (gimple_stmt_iterator at = gsi_start_bb(blocks[i]); !gsi_end_p(at) && !found; gsi_next(&at)) {
      tree to = gimple_get_lhs(gsi_stmt(at)), other = NULL_TREE;
      HOST_WIDE_INT place = 0;
      if (to == NULL_TREE || TREE_CODE(to) == SSA_NAME || get_base_address(to) != variable) continue;
      found = !find_member(to, other, place) || place == bits || gimple_clobber_p(gsi_stmt(at));
    }
  }
  std::free(blocks);
  return found;
}

// (The address of a thread-local variable is not constant.)
bool stays_same(tree pointer, class loop* loop) {
  if (!POINTER_TYPE_P(TREE_TYPE(pointer))) return false;
  if (TREE_CODE(pointer) == ADDR_EXPR) {
    tree object = get_base_address(TREE_OPERAND(pointer, 0));
    if (object == NULL_TREE) return false;
    if (TREE_CODE(object) == MEM_REF) return false;
    return DECL_P(object) && is_gimple_min_invariant(pointer);
  }
  return TREE_CODE(pointer) == SSA_NAME && expr_invariant_in_loop_p(loop, pointer);
}

}  // namespace

bool Rooms::Key::operator<(const Key& other) const {
  if (loop != other.loop) return loop < other.loop;
  if (wanders != other.wanders) return wanders < other.wanders;
  const auto of = [](tree pointer) { return TREE_CODE(pointer) == ADDR_EXPR ? TREE_OPERAND(pointer, 0) : pointer; };
  return of(base) < of(other.base);
}

bool Rooms::MarksKey::operator<(const MarksKey& other) const {
  if (origin < other.origin || other.origin < origin) return origin < other.origin;
  return std::tie(what, file, line, block) < std::tie(other.what, other.file, other.line, other.block);
}

// One of the places that `pointer` may be derived from and that is known before the loop. The others are mostly near:
// the parts of a shared window. (Not if it may come from memory: chains and paths through trees are mostly too short
// for a check before them.)
Rooms::Origin Rooms::find_beginning(tree pointer, class loop* loop) const {
  constexpr std::size_t kMost = 32;
  std::vector<tree> reached{pointer};
  std::set<tree> known{pointer};
  Origin found;
  const auto reach = [&](tree value) {
    if (known.insert(value).second) reached.push_back(value);
  };
  for (std::size_t i = 0; i < reached.size() && i < kMost; ++i) {
    tree value = reached[i];
    if (stays_same(value, loop)) {
      if (found.base == NULL_TREE) found = {value, true, loop};
      continue;
    }
    if (tree from = step_back(value); from != NULL_TREE) {
      reach(from);
      continue;
    }
    auto* phi = TREE_CODE(value) == SSA_NAME ? dyn_cast<gphi*>(SSA_NAME_DEF_STMT(value)) : nullptr;
    if (phi == nullptr && is_loaded(value, loop)) return {};
    if (phi == nullptr) continue;
    for (unsigned j = 0; j < gimple_phi_num_args(phi); ++j) reach(gimple_phi_arg_def(phi, j));
  }
  return found;
}

// The value of a pointer that the loop loads from a variable, as it is before the loop. If it changes all the same, the
// room around it is as true as before, only of less use. Null: the loop stores another one.
tree Rooms::loaded_before(class loop* loop, gimple* load) {
  tree variable = NULL_TREE;
  HOST_WIDE_INT bits = 0;
  if (gimple_has_volatile_ops(load) || !find_member(gimple_assign_rhs1(load), variable, bits)) return NULL_TREE;
  const auto [place, is_new] = loaded_.try_emplace({loop, {variable, bits}}, NULL_TREE);
  if (is_new && !is_stored_in(loop, variable, bits)) {
    tree way = build_int_cst(ptr_type_node, bits / BITS_PER_UNIT);
    tree type = TYPE_MAIN_VARIANT(TREE_TYPE(gimple_assign_lhs(load)));
    tree reference = build2(MEM_REF, type, build_fold_addr_expr(variable), way);
    suppress_warning(reference);  // that it has no value yet
    place->second = compute({spot_in_front_of(loop), UNKNOWN_LOCATION}, reference);
  }
  return place->second;
}

Rooms::Origin Rooms::find(tree pointer, class loop* loop) {
  for (int steps = 0; steps < 64; ++steps) {
    if (stays_same(pointer, loop)) return {pointer, false, loop};
    tree from = step_back(pointer);
    if (from == NULL_TREE && TREE_CODE(pointer) == SSA_NAME && gimple_assign_load_p(SSA_NAME_DEF_STMT(pointer))) {
      tree loaded = loaded_before(loop, SSA_NAME_DEF_STMT(pointer));
      return loaded != NULL_TREE ? Origin{loaded, false, loop} : Origin{};
    }
    if (from == NULL_TREE) return find_beginning(pointer, loop);
    pointer = from;
  }
  return {};
}

bool Rooms::is_worth_it(class loop* loop) {
  const auto [place, is_new] = worth_it_.try_emplace(loop, true);
  if (!is_new || loop->inner != nullptr) return place->second;
  tree rounds = number_of_latch_executions(loop);
  if (rounds != NULL_TREE && tree_fits_uhwi_p(rounds) && tree_to_uhwi(rounds) < kFewRounds) place->second = false;
  return place->second;
}

Rooms::Origin Rooms::origin_of(const MemoryAccess& access, const std::vector<class loop*>& loops,
                               const class loop* quiet) {
  for (class loop* loop : loops) {
    if (!is_worth_it(loop)) continue;
    const Origin origin = find(access.base, loop);
    if (origin.base != NULL_TREE && (!origin.wanders || loop == quiet)) return origin;
  }
  return {};
}

const Rooms::Room& Rooms::room_of(const Origin& origin) {
  class loop* const loop = origin.loop;
  const auto [place, is_new] = rooms_.try_emplace({loop, origin.base, origin.wanders});
  Room& room = place->second;
  if (!is_new) return room;
  tree word = long_long_unsigned_type_node;
  if (origin.wanders) {
    const Room& above = room_of({origin.base, false, loop});
    const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
    tree below = call_value(before, room_below_function(), {origin.base});
    room.low = compute(before, build2(MINUS_EXPR, word, above.low, below));
    room.span = compute(before, build2(PLUS_EXPR, word, above.span, below));
    room.above = above.span;
    return room;
  }
  const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
  room.span = call_value(before, room_function(), {origin.base});
  room.low = compute(before, fold_convert(word, origin.base));
  room.above = room.span;
  return room;
}

const Fork& Rooms::fork_of(class loop* loop, const Origin& origin) {
  const auto [place, is_new] = forks_.try_emplace({loop, origin.base, origin.wanders});
  if (is_new) {
    const Room& room = room_of(origin);
    place->second = fork_if_zero({spot_in_front_of(loop), UNKNOWN_LOCATION}, room.span);
  }
  return place->second;
}

const Rooms::Marks& Rooms::marks_of(class loop* loop, const Origin& origin, const MemoryAccess& access,
                                    std::uint64_t site, location_t location) {
  const std::uint32_t kind = contract::size_and_kind(access.size, access.kind);
  const MarksKey key{{loop, origin.base, origin.wanders},
                     kind,
                     LOCATION_FILE(location),
                     LOCATION_LINE(location),
                     LOCATION_BLOCK(location)};
  const auto [place, is_new] = marks_.try_emplace(key);
  Marks& marks = place->second;
  if (!is_new) return marks;
  const Fork& fork = fork_of(loop, origin);
  const Spot then{fork.then.before, location};
  tree what = build_int_cst(unsigned_type_node, kind);
  tree given = call_value(then, marks_function(), {origin.base, what, number(static_cast<std::int64_t>(site))});
  const auto field = [&](std::size_t offset, tree type) {
    return joined(fork, load_of_marks(then, given, offset, type), build_zero_cst(type));
  };
  marks.low = field(offsetof(fencepost_marks, low), long_long_unsigned_type_node);
  marks.span = field(offsetof(fencepost_marks, span), long_long_unsigned_type_node);
  marks.bytes = field(offsetof(fencepost_marks, marks), pointer_to_marks());
  return marks;
}

}  // namespace fencepost::gcc
