#include "gcc/hoist.h"

#include "gcc/calm_calls.h"
#include "gcc/filter.h"

namespace fencepost::gcc {
namespace {

bool is_zero(tree value) {
  return value != NULL_TREE && integer_zerop(value);
}
bool is_one(tree value) {
  return value != NULL_TREE && integer_onep(value);
}

// A pointer in two parts, each of which advances by a constant step.
struct Way {
  tree base = NULL_TREE;
  tree offset = NULL_TREE;  // sizetype
};

// For the iterations of `loop`: where it is in the first, and the step from one to the next. False: not known.
bool split(const Way& way, class loop* loop, Way& first, tree& step) {
  affine_iv base, offset;
  if (!simple_iv(loop, loop, way.base, &base, /*allow_nonconstant_step=*/true)) return false;
  first.base = base.base;
  step = fold_convert(ssizetype, base.step);
  first.offset = NULL_TREE;
  if (way.offset == NULL_TREE) return true;
  if (!simple_iv(loop, loop, way.offset, &offset, true)) return false;
  first.offset = offset.base;
  step = size_binop(PLUS_EXPR, step, fold_convert(ssizetype, offset.step));
  return true;
}

bool is_known_before(class loop* loop, tree value) {
  return value == NULL_TREE || expr_invariant_in_loop_p(loop, value);
}

// How often `block` is executed each time the loop is. Null: not known, or not in every iteration.
tree executions(basic_block block, class loop* loop) {
  edge exit = single_exit(loop);
  if (exit == nullptr || loop->latch == nullptr || block->loop_father != loop || exit->src->loop_father != loop)
    return NULL_TREE;
  tree taken = number_of_latch_executions(loop);
  if (taken == NULL_TREE || chrec_contains_undetermined(taken) || TREE_CODE(taken) == SCEV_NOT_KNOWN) return NULL_TREE;
  if (TYPE_PRECISION(TREE_TYPE(taken)) > TYPE_PRECISION(sizetype)) return NULL_TREE;
  taken = fold_convert(sizetype, taken);
  if (dominated_by_p(CDI_DOMINATORS, exit->src, block)) return size_binop(PLUS_EXPR, taken, size_one_node);
  // After the exit, in each iteration that is not the last.
  if (dominated_by_p(CDI_DOMINATORS, block, exit->src) && dominated_by_p(CDI_DOMINATORS, loop->latch, block))
    return taken;
  return NULL_TREE;
}

class Hoisting {
 public:
  explicit Hoisting(const QuietLoops& quiet) : quiet_(quiet) {}

  bool hoist(const MemoryAccess& access, HoistedAccess& result) {
    basic_block block = gimple_bb(access.statement);
    class loop* loop = block->loop_father;
    if (loop == nullptr || loop_outer(loop) == nullptr || !quiet_.is_quiet(loop)) return false;
    Way way{access.base, access.offset};
    if (!go_out(access, way, block, loop, result)) return false;
    // Again, as long as there is a place for one more distance.
    for (class loop* outer = loop_outer(loop); loop_outer(outer) != nullptr && quiet_.is_quiet(outer);
         outer = loop_outer(outer)) {
      if (!go_out(access, way, loop_preheader_edge(result.loop)->src, outer, result)) break;
    }
    tree first = unshare_expr(way.base);
    if (way.offset != NULL_TREE) first = fold_build_pointer_plus(first, way.offset);
    result.first = access.distance == 0 ? first : fold_build_pointer_plus_hwi(first, access.distance);
    result.access = access;
    return true;
  }

 private:
  // One loop further out. False: nothing has changed.
  bool go_out(const MemoryAccess& access, Way& way, basic_block block, class loop* loop, HoistedAccess& result) const {
    if (!is_known_before(loop, result.stride) || !is_known_before(loop, result.count)) return false;
    if (!is_known_before(loop, result.row_stride) || !is_known_before(loop, result.rows)) return false;
    HoistedAccess further = result;
    Way first;
    tree step = NULL_TREE;
    tree count = executions(block, loop);
    if (count == NULL_TREE || !split(way, loop, first, step)) return false;
    if (!is_known_before(loop, count) || !is_known_before(loop, step)) return false;
    if (!add_distance(access, step, count, further)) return false;
    further.loop = loop;
    result = further;
    way = first;
    return true;
  }

  // The same set of elements in as few dimensions as possible. False: it has too many.
  static bool add_distance(const MemoryAccess&, tree step, tree count, HoistedAccess& to) {
    if (is_zero(step)) count = fold_build2(MIN_EXPR, sizetype, count, size_one_node);
    if (to.loop == nullptr) {
      to.stride = step;
      to.count = count;
      return true;
    }
    if (is_one(count)) return true;
    if (to.rows == NULL_TREE && is_one(to.count)) {
      to.stride = step;
      to.count = count;
      return true;
    }
    const auto goes_on = [&](tree stride, tree number) {
      return operand_equal_p(step, fold_build2(MULT_EXPR, ssizetype, stride, fold_convert(ssizetype, number)), 0);
    };
    if (to.rows == NULL_TREE) {
      if (goes_on(to.stride, to.count)) {
        to.count = size_binop(MULT_EXPR, to.count, count);
      } else {
        to.row_stride = step;
        to.rows = count;
      }
      return true;
    }
    if (goes_on(to.row_stride, to.rows)) {
      to.rows = size_binop(MULT_EXPR, to.rows, count);
      return true;
    }
    return false;
  }

  const QuietLoops& quiet_;
};

bool can_be_hoisted(const MemoryAccess& access) {
  return !contract::is_atomic(access.kind) && access.size != 0 && access.size < 0x10000 && !access.is_behind &&
         !gimple_has_volatile_ops(access.statement) && gimple_code(access.statement) != GIMPLE_ASM;
}

}  // namespace

QuietLoops::QuietLoops(function* function) {
  if (optimize == 0 || loops_for_fn(function) == nullptr) return;
  std::set<const class loop*> loud, restless;
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    if (loop_outer(block->loop_father) == nullptr) continue;
    bool is_loud = false, is_restless = false;
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at) && !is_restless; gsi_next(&at)) {
      if (!is_boundary(gsi_stmt(at))) continue;
      is_loud = true;
      is_restless = !is_calm(gsi_stmt(at));
    }
    for (class loop* loop = block->loop_father; loop != nullptr && loop_outer(loop) != nullptr;
         loop = loop_outer(loop)) {
      (is_loud ? loud : quiet_).insert(loop);
      (is_restless ? restless : calm_).insert(loop);
    }
  }
  for (const class loop* loop : loud) quiet_.erase(loop);
  for (const class loop* loop : restless) calm_.erase(loop);
}

class loop* QuietLoops::outermost(class loop* loop) const {
  class loop* found = nullptr;
  for (; loop != nullptr && loop_outer(loop) != nullptr && is_quiet(loop); loop = loop_outer(loop)) found = loop;
  return found;
}

std::vector<class loop*> QuietLoops::calm_around(class loop* loop) const {
  std::vector<class loop*> found;
  const class loop* last = outermost(loop);
  for (; loop != nullptr && loop_outer(loop) != nullptr && calm_.count(loop) != 0; loop = loop_outer(loop)) {
    if (loop == last) found.clear();
    found.push_back(loop);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<HoistedAccess> hoist(Accesses& accesses, const QuietLoops& quiet, Statistics& statistics) {
  std::vector<HoistedAccess> hoisted;
  if (optimize == 0) return hoisted;
  Hoisting hoisting(quiet);
  Accesses left;
  for (const MemoryAccess& access : accesses) {
    HoistedAccess result;
    if (can_be_hoisted(access) && hoisting.hoist(access, result)) {
      ++statistics.hoisted;
      if (result.rows != NULL_TREE) ++statistics.hoisted_rows;
      hoisted.push_back(result);
    } else {
      left.push_back(access);
    }
  }
  accesses = left;
  return hoisted;
}

}  // namespace fencepost::gcc
