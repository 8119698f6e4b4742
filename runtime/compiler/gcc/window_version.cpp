#include "gcc/window_version.h"

#include "gcc/slow_path.h"

namespace fencepost::gcc {
namespace {

bool is_within(gimple* statement, class loop* loop) {
  return flow_bb_inside_loop_p(loop, gimple_bb(statement));
}

std::size_t size_of(class loop* loop) {
  std::size_t count = 0;
  basic_block* blocks = get_loop_body(loop);
  for (unsigned i = 0; i < loop->num_nodes; ++i) {
    for (gimple_stmt_iterator at = gsi_start_nondebug_bb(blocks[i]); !gsi_end_p(at); gsi_next_nondebug(&at)) ++count;
  }
  std::free(blocks);
  return count;
}

bool can_be_doubled(class loop* loop) {
  if (!can_duplicate_loop_p(loop)) return false;
  bool is_plain = true;
  for (const edge exit : get_loop_exit_edges(loop)) is_plain = is_plain && (exit->flags & EDGE_COMPLEX) == 0;
  return is_plain;
}

// Decides the branch for good: the other way goes, with the registers that it needs.
void settle(gimple* condition) {
  gimple_cond_make_true(as_a<gcond*>(condition));
  update_stmt(condition);
}

// The same for a branch on whether a value known before is zero.
void settle(gcond* condition, bool is_zero) {
  if (gimple_cond_code(condition) == (is_zero ? EQ_EXPR : NE_EXPR)) {
    gimple_cond_make_true(condition);
  } else {
    gimple_cond_make_false(condition);
  }
  update_stmt(condition);
}

// (A copy has no labels, which are at the beginning.)
gimple* copy_of(gimple* statement) {
  gimple_stmt_iterator at = gsi_last_nondebug_bb(gimple_bb(statement));
  gimple_stmt_iterator in_copy = gsi_last_nondebug_bb(get_bb_copy(gimple_bb(statement)));
  for (; gsi_stmt(at) != statement; gsi_prev_nondebug(&at)) gsi_prev_nondebug(&in_copy);
  return gsi_stmt(in_copy);
}

// For the layout of the code.
void make_likely(gimple* condition) {
  basic_block block = gimple_bb(condition);
  edge taken, other;
  extract_true_false_edges_from_block(block, &taken, &other);
  taken->probability = profile_probability::very_likely();
  other->probability = profile_probability::very_unlikely();
  taken->dest->count = block->count.apply_probability(taken->probability);
}

// The code that sets a mark if its number is below `end`, before the look, which it replaces. Returns where it does.
Spot mark_instead(gimple* look, tree number, tree end) {
  const Spot spot{look, gimple_location(look)};
  const auto [marked, other] = either(spot, compute(spot, build2(LT_EXPR, boolean_type_node, number, end)));
  make_likely(condition_of(marked));
  gimple_stmt_iterator at = gsi_for_stmt(look), to = gsi_for_stmt(other.before);
  gsi_move_before(&at, &to);
  return marked;
}

// By its index. False: it is not known here.
bool add_mark_by_index(gimple* look, const IndexedMarks& marks) {
  if (marks.base == NULL_TREE) return false;
  const std::optional<Indexed> found = indexed_from(address_of_look(look), marks.base);
  if (!found) return false;
  const Spot spot{look, gimple_location(look)};
  tree word = TREE_TYPE(marks.end);
  const auto binary = [&](const Spot& at, tree_code code, tree a, tree b) {
    return compute(at, build2(code, word, a, b));
  };
  tree index = compute(spot, fold_convert(word, found->index));
  if (marks.left_out != 0) index = binary(spot, MINUS_EXPR, index, build_int_cst(word, marks.left_out));
  const auto set = [&](const Spot& at) {
    const bool is_far = marks.factor != 1;
    set_mark(at, marks.first, is_far ? binary(at, MULT_EXPR, index, build_int_cst(word, marks.factor)) : index, 1);
  };
  set(mark_instead(look, index, marks.end));
  if (!found->may_be_negative) return true;
  const Spot then{look, gimple_location(look)};
  tree all = binary(then, PLUS_EXPR, marks.end, marks.below);
  set(mark_instead(look, binary(then, PLUS_EXPR, index, marks.below), all));
  return true;
}

// Before it looks: if there is a mark for the element, it sets that and does not look.
void add_mark(gimple* look, const MarkedAccess& access) {
  if (add_mark_by_index(look, access.indexed)) return;
  const Spot spot{look, gimple_location(look)};
  tree word = TREE_TYPE(access.marks.low);
  tree address = compute(spot, fold_convert(word, address_of_look(look)));
  tree offset = compute(spot, build2(MINUS_EXPR, word, address, access.marks.low));
  set_mark(mark_instead(look, offset, access.marks.span), access.marks.bytes, offset, access.size);
}

class Versions {
 public:
  Versions(const std::vector<MarkedAccess>& marked, const std::set<tree>& arrays) : marked_(marked), arrays_(arrays) {}

  // How many.
  std::uint64_t add() {
    std::set<int> known;
    for (const MarkedAccess& access : marked_) {
      if (!access.is_alone && known.insert(access.loop->num).second) add(access.loop);
    }
    for (const MarkedAccess& access : marked_) {
      if (in_copies_.count(access.look) == 0) add_mark(access.look, access);
    }
    return count_;
  }

 private:
  // The loop, or, if it is too large, the loops in it.
  void add(class loop* loop) {
    constexpr std::size_t kMostStatements = 600;
    std::vector<MarkedAccess> within;
    for (const MarkedAccess& access : marked_) {
      if (!access.is_alone && is_within(access.look, loop)) within.push_back(access);
    }
    if (within.empty()) return;
    if (size_of(loop) <= kMostStatements && can_be_doubled(loop)) return add_version(loop, within);
    std::vector<class loop*> inner;
    for (class loop* one = loop->inner; one != nullptr; one = one->next) inner.push_back(one);
    for (class loop* one : inner) add(one);
  }

  void add_version(class loop* loop, const std::vector<MarkedAccess>& within) {
    const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
    std::set<tree> spans;
    for (const MarkedAccess& access : within) spans.insert(access.span);
    tree least = NULL_TREE;
    for (const MarkedAccess& access : within) {
      if (spans.size() == 1 || least == NULL_TREE) {
        least = access.span;
      } else if (access.span != least) {
        least = compute(before, build2(MIN_EXPR, TREE_TYPE(least), least, access.span));
      }
    }
    tree is_private = build2(NE_EXPR, boolean_type_node, least, build_zero_cst(TREE_TYPE(least)));
    initialize_original_copy_tables();
    basic_block condition;
    const profile_probability all = profile_probability::always();
    class loop* copy = loop_version(loop, is_private, &condition, profile_probability::likely(),
                                    profile_probability::unlikely(), all, all, /*place_after=*/true);
    std::vector<gimple*> looks;
    if (copy != nullptr) {
      ++count_;
      for (const MarkedAccess& access : within) {
        make_likely(copy_of(access.leaves_room));
        if (spans.size() == 1) settle(copy_of(access.leaves_room));
        looks.push_back(copy_of(access.look));
        in_copies_.insert(access.look);
      }
    }
    free_original_copy_tables();
    if (copy == nullptr) return;
    update_ssa(TODO_update_ssa);
    add_versions_for_one(copy, within, looks);
    for (std::size_t i = 0; i < looks.size(); ++i) add_mark(looks[i], within[i]);
  }

  // Branches of the loop that ask about an array, by the value.
  std::map<tree, std::vector<gcond*>> questions_in(class loop* loop) const {
    std::map<tree, std::vector<gcond*>> found;
    basic_block* blocks = get_loop_body(loop);
    for (unsigned i = 0; i < loop->num_nodes; ++i) {
      auto* condition = safe_dyn_cast<gcond*>(last_stmt(blocks[i]));
      if (condition == nullptr || arrays_.count(gimple_cond_lhs(condition)) == 0) continue;
      const tree_code code = gimple_cond_code(condition);
      if ((code == EQ_EXPR || code == NE_EXPR) && integer_zerop(gimple_cond_rhs(condition))) {
        found[gimple_cond_lhs(condition)].push_back(condition);
      }
    }
    std::free(blocks);
    return found;
  }

  // Of the loop that has marks: a copy for each of its arrays, for the case that it alone is of interest.
  void add_versions_for_one(class loop* loop, const std::vector<MarkedAccess>& within,
                            const std::vector<gimple*>& looks) {
    constexpr std::size_t kMostArrays = 3;
    constexpr std::size_t kMostStatements = 400;
    const std::map<tree, std::vector<gcond*>> questions = questions_in(loop);
    if (questions.size() < 2 || questions.size() > kMostArrays || size_of(loop) > kMostStatements) return;
    for (const auto& [one, ignored] : questions) {
      if (!can_be_doubled(loop)) return;
      const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
      tree word = boolean_type_node, is_other = NULL_TREE;
      for (const auto& [other, conditions] : questions) {
        tree value = compute(before, fold_convert(word, other));
        if (other == one) value = compute(before, build2(BIT_XOR_EXPR, word, value, build_one_cst(word)));
        is_other = is_other == NULL_TREE ? value : compute(before, build2(BIT_IOR_EXPR, word, is_other, value));
      }
      tree is_not_it = build2(NE_EXPR, boolean_type_node, is_other, build_zero_cst(word));
      initialize_original_copy_tables();
      basic_block condition;
      const profile_probability all = profile_probability::always();
      class loop* copy = loop_version(loop, is_not_it, &condition, profile_probability::even(),
                                      profile_probability::even(), all, all, /*place_after=*/true);
      std::vector<std::pair<gimple*, std::size_t>> marks;
      if (copy != nullptr) {
        ++count_;
        for (std::size_t i = 0; i < looks.size(); ++i) marks.push_back({copy_of(looks[i]), i});
      }
      free_original_copy_tables();
      if (copy == nullptr) return;
      update_ssa(TODO_update_ssa);
      for (const auto& [look, i] : marks) add_mark(look, within[i]);
      for (const auto& [value, conditions] : questions_in(copy)) {
        for (gcond* each : conditions) settle(each, value != one);
      }
    }
  }

  const std::vector<MarkedAccess>& marked_;
  const std::set<tree>& arrays_;
  std::set<const gimple*> in_copies_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::uint64_t add_window_versions(const std::vector<MarkedAccess>& marked, const std::set<tree>& arrays) {
  if (marked.empty()) return 0;
  free_dominance_info(CDI_DOMINATORS);
  free_dominance_info(CDI_POST_DOMINATORS);
  calculate_dominance_info(CDI_DOMINATORS);
  update_ssa(TODO_update_ssa_only_virtuals);
  return Versions(marked, arrays).add();
}

}  // namespace fencepost::gcc
