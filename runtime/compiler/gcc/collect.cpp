#include "gcc/collect.h"

#include "gcc/assembly.h"
#include "gcc/merged_compares.h"
#include "gcc/places.h"

namespace fencepost::gcc {
namespace {

// What a builtin function does with memory, by the numbers of its arguments.
struct MemoryFunction {
  built_in_function code;
  int stored;  // -1: none
  int loaded;
  int loaded_too;
  int length;
};
constexpr MemoryFunction kMemoryFunctions[] = {
    {BUILT_IN_MEMCPY, 0, 1, -1, 2},     {BUILT_IN_MEMMOVE, 0, 1, -1, 2},     {BUILT_IN_MEMPCPY, 0, 1, -1, 2},
    {BUILT_IN_MEMCPY_CHK, 0, 1, -1, 2}, {BUILT_IN_MEMMOVE_CHK, 0, 1, -1, 2}, {BUILT_IN_MEMPCPY_CHK, 0, 1, -1, 2},
    {BUILT_IN_MEMSET, 0, -1, -1, 2},    {BUILT_IN_MEMSET_CHK, 0, -1, -1, 2}, {BUILT_IN_BZERO, 0, -1, -1, 1},
    {BUILT_IN_BCOPY, 1, 0, -1, 2},      {BUILT_IN_MEMCMP, -1, 0, 1, 2},      {BUILT_IN_BCMP, -1, 0, 1, 2},
};

void add_pointed_to(Accesses& found, gimple* call, int pointer, tree length, Kind kind) {
  if (pointer < 0) return;
  MemoryAccess access;
  access.statement = call;
  access.base = gimple_call_arg(call, static_cast<unsigned>(pointer));
  access.kind = kind;
  if (tree_fits_uhwi_p(length)) {
    access.size = tree_to_uhwi(length);
    if (access.size == 0) return;
  } else {
    access.length = length;
  }
  found.push_back(access);
}

void add_memory_function(Accesses& found, gimple* call) {
  if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL)) return;
  const built_in_function code = DECL_FUNCTION_CODE(gimple_call_fndecl(call));
  for (const MemoryFunction& known : kMemoryFunctions) {
    if (known.code != code) continue;
    tree length = gimple_call_arg(call, static_cast<unsigned>(known.length));
    add_pointed_to(found, call, known.loaded, length, Kind::kLoad);
    add_pointed_to(found, call, known.loaded_too, length, Kind::kLoad);
    add_pointed_to(found, call, known.stored, length, Kind::kStore);
  }
}

void add_call(Accesses& found, gimple* call) {
  add_memory_function(found, call);
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    add_reference(found, call, gimple_call_arg(call, i), Kind::kLoad);
  }
  if (tree result = gimple_call_lhs(call); result != NULL_TREE && !gimple_call_noreturn_p(call)) {
    add_reference(found, call, result, Kind::kStore, /*is_behind=*/true);
  }
}

// Bit fields are loaded and stored with the bytes around them.
tree with_its_bytes(tree reference) {
  if (TREE_CODE(reference) != COMPONENT_REF || !DECL_BIT_FIELD(TREE_OPERAND(reference, 1))) return reference;
  tree whole = DECL_BIT_FIELD_REPRESENTATIVE(TREE_OPERAND(reference, 1));
  if (whole == NULL_TREE) return reference;
  return build3(COMPONENT_REF, TREE_TYPE(whole), TREE_OPERAND(reference, 0), whole, NULL_TREE);
}

// The end of the array that an element belongs to, from its base on; 0: not known. (An array of one element may be
// longer, like arguments in old Fortran. In C a pointer to a row may go through all rows.)
HOST_WIDE_INT reach_of(tree inner, const MemoryAccess& access) {
  tree type = TREE_TYPE(inner);
  if (TREE_CODE(type) != ARRAY_TYPE || access.offset == NULL_TREE || access.distance < 0) return 0;
  if (!VAR_P(inner) && !is_fortran()) return 0;
  tree size = TYPE_SIZE_UNIT(type), element = TYPE_SIZE_UNIT(TREE_TYPE(type));
  if (size == NULL_TREE || element == NULL_TREE || !tree_fits_shwi_p(size) || !tree_fits_shwi_p(element)) return 0;
  return tree_to_shwi(size) > tree_to_shwi(element) ? access.distance + tree_to_shwi(size) : 0;
}

// Where a reference begins: the pointer, or the address of a variable. False: not in memory that the program shares.
bool find_base(tree inner, MemoryAccess& access) {
  if (TREE_CODE(inner) == MEM_REF) {
    access.base = TREE_OPERAND(inner, 0);
    offset_int moved;  // signed, although its tree has an unsigned type
    if (!mem_ref_offset(inner).is_constant(&moved)) return false;
    access.distance += moved.to_shwi();
    return TREE_CODE(access.base) == SSA_NAME || TREE_CODE(access.base) == ADDR_EXPR ||
           TREE_CODE(access.base) == INTEGER_CST;
  }
  if (TREE_CODE(inner) == TARGET_MEM_REF) {
    access.base = build_fold_addr_expr(unshare_expr(inner));
    return true;
  }
  if (!VAR_P(inner) && TREE_CODE(inner) != PARM_DECL && TREE_CODE(inner) != RESULT_DECL) return false;
  if (VAR_P(inner) && DECL_HARD_REGISTER(inner)) return false;
  access.base = build_fold_addr_expr(inner);
  return true;
}

}  // namespace

void add_reference(Accesses& found, gimple* statement, tree reference, Kind kind, bool is_behind) {
  if (TREE_CODE(reference) == WITH_SIZE_EXPR) reference = TREE_OPERAND(reference, 0);
  if (is_gimple_reg(reference) || is_gimple_min_invariant(reference) ||
      (!DECL_P(reference) && !handled_component_p(reference) && TREE_CODE(reference) != MEM_REF &&
       TREE_CODE(reference) != TARGET_MEM_REF)) {
    return;
  }
  reference = with_its_bytes(reference);
  poly_int64 bits = 0, position = 0;
  tree offset = NULL_TREE;
  machine_mode mode;
  int is_unsigned = 0, is_reverse = 0, is_volatile = 0;
  tree inner =
      get_inner_reference(reference, &bits, &position, &offset, &mode, &is_unsigned, &is_reverse, &is_volatile);
  if (!TYPE_P(TREE_TYPE(inner)) || TYPE_ADDR_SPACE(TREE_TYPE(inner)) != ADDR_SPACE_GENERIC) return;
  MemoryAccess access;
  access.statement = statement;
  access.kind = kind;
  access.is_behind = is_behind;
  access.offset = offset;
  HOST_WIDE_INT begin = 0, count = 0;
  if (!position.is_constant(&begin) || !find_base(inner, access)) return;
  access.reach = reach_of(inner, access);  // (so far the distance is that of the array)
  const HOST_WIDE_INT first = begin >= 0 ? begin / BITS_PER_UNIT : -((-begin + BITS_PER_UNIT - 1) / BITS_PER_UNIT);
  access.distance += first;
  if (bits.is_constant(&count) && count >= 0) {
    // Of numbers of the old coprocessor, only 80 bits are loaded and stored.
    if (mode == XFmode) count = std::min<HOST_WIDE_INT>(count, 80);
    const HOST_WIDE_INT end = begin + count;
    access.size = static_cast<std::uint64_t>((end - first * BITS_PER_UNIT + BITS_PER_UNIT - 1) / BITS_PER_UNIT);
    if (access.size == 0) return;
    access.is_aligned = get_object_alignment(reference) >= access.size * BITS_PER_UNIT;
  } else {
    access.length = TYPE_SIZE_UNIT(TREE_TYPE(reference));
    if (access.length == NULL_TREE) return;
  }
  found.push_back(access);
}

namespace {

// The members that the program has loaded, instead of all that its one load covers: at the place where this is certain.
bool add_merged_load(Accesses& found, gimple* statement) {
  const std::optional<MergedLoad> merged = merged_load(statement);
  if (!merged) return false;
  const std::size_t first = found.size();
  add_reference(found, statement, gimple_assign_rhs1(statement), Kind::kLoad);
  if (found.size() == first) return true;
  const MemoryAccess whole = found.back();
  found.pop_back();
  gimple* there = statement;
  if (merged->taken != nullptr) {
    there = gimple_build_nop();
    gimple_set_location(there, gimple_location(statement));
    gimple_stmt_iterator at = gsi_start_bb(split_edge(merged->taken));
    gsi_insert_before(&at, there, GSI_NEW_STMT);
  }
  for (const MergedLoad::Part& part : merged->parts) {
    MemoryAccess access = whole;
    access.statement = there;
    access.distance += part.begin;
    access.size = static_cast<std::uint64_t>(part.size);
    access.is_aligned = false;
    found.push_back(access);
  }
  return true;
}

}  // namespace

Accesses collect(function* function, Statistics& statistics) {
  Accesses found;
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      gimple* statement = gsi_stmt(at);
      if (is_gimple_debug(statement) || gimple_clobber_p(statement)) continue;
      switch (gimple_code(statement)) {
        case GIMPLE_ASSIGN:
          // The source first: a later step may look only at that.
          if (add_merged_load(found, statement)) break;
          for (unsigned i = 1; i < gimple_num_ops(statement); ++i) {
            add_reference(found, statement, gimple_op(statement, i), Kind::kLoad);
          }
          add_reference(found, statement, gimple_assign_lhs(statement), Kind::kStore);
          break;
        case GIMPLE_CALL:
          add_call(found, statement);
          break;
        case GIMPLE_RETURN:
          if (tree value = gimple_return_retval(as_a<greturn*>(statement)); value != NULL_TREE) {
            add_reference(found, statement, value, Kind::kLoad);
          }
          break;
        case GIMPLE_ASM:
          collect_assembly(found, as_a<gasm*>(statement));
          break;
        default:
          break;
      }
      if (!unseen_addresses(statement).empty()) ++statistics.blind;
    }
  }
  statistics.seen += found.size();
  return found;
}

std::vector<tree> unseen_addresses(gimple* statement) {
  if (auto* assembly = dyn_cast<gasm*>(statement)) return unseen_addresses_of_assembly(assembly);
  std::vector<tree> addresses;
  if (!is_gimple_call(statement) || !gimple_call_builtin_p(statement, BUILT_IN_MD)) return addresses;
  // A single instruction: only the compiler's own part for the processor knows what it does.
  for (unsigned i = 0; i < gimple_call_num_args(statement); ++i) {
    tree given = gimple_call_arg(statement, i);
    if (POINTER_TYPE_P(TREE_TYPE(given)) && TREE_CODE(given) != INTEGER_CST) addresses.push_back(given);
  }
  return addresses;
}

}  // namespace fencepost::gcc
