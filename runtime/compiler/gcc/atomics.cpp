#include "gcc/atomics.h"

#include "gcc/emit.h"
#include "gcc/places.h"

namespace fencepost::gcc {
namespace {

enum class Form {
  kLoad,            // (object, order)
  kStore,           // (object, value, order)
  kUpdate,          // (object, value, order): returns the old value
  kUpdateAndFetch,  // the same: returns the new value
  kExchangeIf,      // (object, expected*, value, weak, order, order if it fails): returns whether it did
  kSyncUpdate,      // the older forms, without an order
  kSyncUpdateAndFetch,
  kSyncRelease,  // (object): stores 0
  kSyncExchangeIfBool,
  kSyncExchangeIfValue
};

// `first`: the builtin for any size; those for 1, 2, 4, 8 and 16 bytes come after it.
struct Operation {
  built_in_function first;
  Form form;
  const char* name;
  tree_code code;  // what an update does to its value
};
constexpr Operation kOperations[] = {
    {BUILT_IN_ATOMIC_LOAD_N, Form::kLoad, "load", ERROR_MARK},
    {BUILT_IN_ATOMIC_STORE_N, Form::kStore, "store", ERROR_MARK},
    {BUILT_IN_ATOMIC_EXCHANGE_N, Form::kUpdate, "exchange", ERROR_MARK},
    {BUILT_IN_ATOMIC_COMPARE_EXCHANGE_N, Form::kExchangeIf, "compare_exchange_strong", ERROR_MARK},
    {BUILT_IN_ATOMIC_FETCH_ADD_N, Form::kUpdate, "fetch_add", PLUS_EXPR},
    {BUILT_IN_ATOMIC_FETCH_SUB_N, Form::kUpdate, "fetch_sub", MINUS_EXPR},
    {BUILT_IN_ATOMIC_FETCH_AND_N, Form::kUpdate, "fetch_and", BIT_AND_EXPR},
    {BUILT_IN_ATOMIC_FETCH_OR_N, Form::kUpdate, "fetch_or", BIT_IOR_EXPR},
    {BUILT_IN_ATOMIC_FETCH_XOR_N, Form::kUpdate, "fetch_xor", BIT_XOR_EXPR},
    {BUILT_IN_ATOMIC_FETCH_NAND_N, Form::kUpdate, "fetch_nand", BIT_NOT_EXPR},
    {BUILT_IN_ATOMIC_ADD_FETCH_N, Form::kUpdateAndFetch, "fetch_add", PLUS_EXPR},
    {BUILT_IN_ATOMIC_SUB_FETCH_N, Form::kUpdateAndFetch, "fetch_sub", MINUS_EXPR},
    {BUILT_IN_ATOMIC_AND_FETCH_N, Form::kUpdateAndFetch, "fetch_and", BIT_AND_EXPR},
    {BUILT_IN_ATOMIC_OR_FETCH_N, Form::kUpdateAndFetch, "fetch_or", BIT_IOR_EXPR},
    {BUILT_IN_ATOMIC_XOR_FETCH_N, Form::kUpdateAndFetch, "fetch_xor", BIT_XOR_EXPR},
    {BUILT_IN_ATOMIC_NAND_FETCH_N, Form::kUpdateAndFetch, "fetch_nand", BIT_NOT_EXPR},
    {BUILT_IN_SYNC_FETCH_AND_ADD_N, Form::kSyncUpdate, "fetch_add", PLUS_EXPR},
    {BUILT_IN_SYNC_FETCH_AND_SUB_N, Form::kSyncUpdate, "fetch_sub", MINUS_EXPR},
    {BUILT_IN_SYNC_FETCH_AND_AND_N, Form::kSyncUpdate, "fetch_and", BIT_AND_EXPR},
    {BUILT_IN_SYNC_FETCH_AND_OR_N, Form::kSyncUpdate, "fetch_or", BIT_IOR_EXPR},
    {BUILT_IN_SYNC_FETCH_AND_XOR_N, Form::kSyncUpdate, "fetch_xor", BIT_XOR_EXPR},
    {BUILT_IN_SYNC_FETCH_AND_NAND_N, Form::kSyncUpdate, "fetch_nand", BIT_NOT_EXPR},
    {BUILT_IN_SYNC_ADD_AND_FETCH_N, Form::kSyncUpdateAndFetch, "fetch_add", PLUS_EXPR},
    {BUILT_IN_SYNC_SUB_AND_FETCH_N, Form::kSyncUpdateAndFetch, "fetch_sub", MINUS_EXPR},
    {BUILT_IN_SYNC_AND_AND_FETCH_N, Form::kSyncUpdateAndFetch, "fetch_and", BIT_AND_EXPR},
    {BUILT_IN_SYNC_OR_AND_FETCH_N, Form::kSyncUpdateAndFetch, "fetch_or", BIT_IOR_EXPR},
    {BUILT_IN_SYNC_XOR_AND_FETCH_N, Form::kSyncUpdateAndFetch, "fetch_xor", BIT_XOR_EXPR},
    {BUILT_IN_SYNC_NAND_AND_FETCH_N, Form::kSyncUpdateAndFetch, "fetch_nand", BIT_NOT_EXPR},
    {BUILT_IN_SYNC_LOCK_TEST_AND_SET_N, Form::kSyncUpdate, "exchange", ERROR_MARK},
    {BUILT_IN_SYNC_LOCK_RELEASE_N, Form::kSyncRelease, "store", ERROR_MARK},
    {BUILT_IN_SYNC_BOOL_COMPARE_AND_SWAP_N, Form::kSyncExchangeIfBool, "compare_exchange_val", ERROR_MARK},
    {BUILT_IN_SYNC_VAL_COMPARE_AND_SWAP_N, Form::kSyncExchangeIfValue, "compare_exchange_val", ERROR_MARK},
};

class Replacement {
 public:
  explicit Replacement(gimple* statement)
      : statement_(statement), spot_{statement, location_of(statement)}, result_(gimple_call_lhs(statement)) {}

  // False: it is not an atomic operation.
  bool replace() {
    if (gimple_call_internal_p(statement_, IFN_ATOMIC_COMPARE_EXCHANGE)) return replace_internal();
    if (!gimple_call_builtin_p(statement_, BUILT_IN_NORMAL)) return false;
    const built_in_function code = DECL_FUNCTION_CODE(gimple_call_fndecl(statement_));
    if (code == BUILT_IN_ATOMIC_TEST_AND_SET || code == BUILT_IN_ATOMIC_CLEAR) return replace_flag(code);
    for (const Operation& operation : kOperations) {
      if (code <= operation.first || code > operation.first + 5) continue;
      set_bytes(1u << (code - operation.first - 1));
      put(operation);
      return true;
    }
    return false;
  }

 private:
  void set_bytes(unsigned bytes) {
    bits_ = bytes * BITS_PER_UNIT;
    type_ = build_nonstandard_integer_type(bits_, /*unsignedp=*/1);
  }
  tree argument(unsigned number) const { return gimple_call_arg(statement_, number); }
  static tree order(int value) { return build_int_cst(integer_type_node, value); }

  // What the hook returns, as a name; null: nothing, or nobody wants it.
  tree call_hook(const std::string& name, tree value, const std::vector<std::pair<tree, tree>>& arguments) {
    std::vector<tree> types;
    auto_vec<tree> values;
    for (const auto& [type, given] : arguments) {
      types.push_back(type);
      values.safe_push(compute(spot_, fold_convert(type, given)));
    }
    gcall* call = gimple_build_call_vec(gcc::atomic_function(std::to_string(bits_) + "_" + name, value, types), values);
    tree got = NULL_TREE;
    if (value != NULL_TREE && result_ != NULL_TREE) {
      got = make_ssa_name(value);
      gimple_call_set_lhs(call, got);
    }
    gcc::put(spot_, call);
    return got;
  }

  // In place of the operation.
  void give(tree value) {
    gimple_stmt_iterator at = gsi_for_stmt(statement_);
    if (result_ == NULL_TREE || value == NULL_TREE) {
      unlink_stmt_vdef(statement_);
      gsi_replace(&at, gimple_build_nop(), true);
      return;
    }
    gassign* assignment = gimple_build_assign(result_, compute(spot_, fold_convert(TREE_TYPE(result_), value)));
    gimple_set_location(assignment, spot_.location);
    unlink_stmt_vdef(statement_);
    gsi_replace(&at, assignment, true);
  }

  tree updated(tree before, tree value, tree_code code) const {
    value = fold_convert(type_, value);
    if (code == BIT_NOT_EXPR) return build1(BIT_NOT_EXPR, type_, build2(BIT_AND_EXPR, type_, before, value));
    return build2(code, type_, before, value);
  }

  void put_update(const Operation& operation, tree memory_order, bool fetches_new) {
    tree before = call_hook(operation.name, type_,
                            {{ptr_type_node, argument(0)}, {type_, argument(1)}, {integer_type_node, memory_order}});
    if (before != NULL_TREE && fetches_new) before = compute(spot_, updated(before, argument(1), operation.code));
    give(before);
  }

  void put(const Operation& operation) {
    tree strict = order(MEMMODEL_SEQ_CST);
    switch (operation.form) {
      case Form::kLoad:
        return give(call_hook(operation.name, type_, {{ptr_type_node, argument(0)}, {integer_type_node, argument(1)}}));
      case Form::kStore:
        return give(call_hook(operation.name, NULL_TREE,
                              {{ptr_type_node, argument(0)}, {type_, argument(1)}, {integer_type_node, argument(2)}}));
      case Form::kUpdate:
        return put_update(operation, argument(2), false);
      case Form::kUpdateAndFetch:
        return put_update(operation, argument(2), true);
      case Form::kSyncUpdate:
        return put_update(operation, strict, false);
      case Form::kSyncUpdateAndFetch:
        return put_update(operation, strict, true);
      case Form::kSyncRelease:
        return give(call_hook(operation.name, NULL_TREE,
                              {{ptr_type_node, argument(0)},
                               {type_, build_zero_cst(type_)},
                               {integer_type_node, order(MEMMODEL_RELEASE)}}));
      case Form::kExchangeIf:
        return give(call_hook(operation.name, integer_type_node,
                              {{ptr_type_node, argument(0)},
                               {ptr_type_node, argument(1)},
                               {type_, argument(2)},
                               {integer_type_node, argument(4)},
                               {integer_type_node, argument(5)}}));
      case Form::kSyncExchangeIfValue:
        return give(exchange_if(argument(1), argument(2), strict, strict));
      case Form::kSyncExchangeIfBool: {
        tree found = exchange_if(argument(1), argument(2), strict, strict);
        if (found == NULL_TREE) return give(found);
        return give(is_same(found, argument(1)));
      }
    }
  }

  tree exchange_if(tree expected, tree value, tree memory_order, tree order_if_not) {
    return call_hook("compare_exchange_val", type_,
                     {{ptr_type_node, argument(0)},
                      {type_, expected},
                      {type_, value},
                      {integer_type_node, memory_order},
                      {integer_type_node, order_if_not}});
  }
  tree is_same(tree found, tree expected) const {
    return compute(spot_, build2(EQ_EXPR, boolean_type_node, found, compute(spot_, fold_convert(type_, expected))));
  }

  // (object, expected, value, size + weak * 256, order, order if it fails): a complex number of the value that was
  // found and whether it was as expected.
  bool replace_internal() {
    set_bytes(static_cast<unsigned>(tree_to_uhwi(argument(3)) & 255));
    tree found = exchange_if(argument(1), argument(2), argument(4), argument(5));
    if (found == NULL_TREE) return give(found), true;
    tree part = TREE_TYPE(TREE_TYPE(result_));
    tree same = compute(spot_, fold_convert(part, is_same(found, argument(1))));
    gimple_stmt_iterator at = gsi_for_stmt(statement_);
    gassign* both = gimple_build_assign(result_, COMPLEX_EXPR, compute(spot_, fold_convert(part, found)), same);
    gimple_set_location(both, spot_.location);
    unlink_stmt_vdef(statement_);
    gsi_replace(&at, both, true);
    return true;
  }

  // Of one byte.
  bool replace_flag(built_in_function code) {
    set_bytes(1);
    if (code == BUILT_IN_ATOMIC_CLEAR) {
      give(call_hook("store", NULL_TREE,
                     {{ptr_type_node, argument(0)}, {type_, build_zero_cst(type_)}, {integer_type_node, argument(1)}}));
      return true;
    }
    give(call_hook("exchange", type_,
                   {{ptr_type_node, argument(0)}, {type_, build_one_cst(type_)}, {integer_type_node, argument(1)}}));
    return true;
  }

  gimple* statement_;
  Spot spot_;
  tree result_;
  unsigned bits_ = 0;
  tree type_ = NULL_TREE;
};

}  // namespace

bool replace_atomics(function* function, Statistics& statistics) {
  std::vector<gimple*> calls;
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (is_gimple_call(gsi_stmt(at))) calls.push_back(gsi_stmt(at));
    }
  }
  // If dominance is known, gcc would delete blocks by it. But nobody has kept it up to date.
  free_dominance_info(CDI_DOMINATORS);
  free_dominance_info(CDI_POST_DOMINATORS);
  bool left_blocks = false;
  for (gimple* call : calls) {
    block = gimple_bb(call);
    if (!Replacement(call).replace()) continue;
    ++statistics.atomics;
    left_blocks = gimple_purge_dead_eh_edges(block) || left_blocks;
  }
  return left_blocks;
}

}  // namespace fencepost::gcc
