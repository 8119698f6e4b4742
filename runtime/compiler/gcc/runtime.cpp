#include "gcc/runtime.h"

#include <cstddef>

#include "hook_table/table.h"

namespace fencepost::gcc {
namespace {

void make_hidden(tree declaration) {
  TREE_PUBLIC(declaration) = 1;
  DECL_EXTERNAL(declaration) = 1;
  DECL_ARTIFICIAL(declaration) = 1;
  TREE_USED(declaration) = 1;
  DECL_VISIBILITY(declaration) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED(declaration) = 1;
}

tree declare(const char* name, tree result, const std::vector<tree>& parameters) {
  tree type =
      build_function_type_array(result, static_cast<int>(parameters.size()), const_cast<tree*>(parameters.data()));
  tree declaration = build_fn_decl(name, type);
  make_hidden(declaration);
  TREE_NOTHROW(declaration) = 1;
  DECL_ATTRIBUTES(declaration) = tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
  return declaration;
}

// "Constant" for the compiler, which does not delete it because it may never return.
tree declare_harmless(const char* name, tree result, const std::vector<tree>& parameters) {
  tree declaration = declare(name, result, parameters);
  TREE_READONLY(declaration) = 1;
  DECL_LOOPING_CONST_OR_PURE_P(declaration) = 1;
  return declaration;
}

// Its result stays the same as long as no function is called that may report something to the tool.
tree declare_look(const char* name, tree result, const std::vector<tree>& parameters) {
  tree declaration = declare(name, result, parameters);
  DECL_PURE_P(declaration) = 1;
  return declaration;
}

// Trees of the plugin's own, which the compiler's garbage collector must know.
enum Root {
  kRangeRoot,
  kGridRoot,
  kRunRoot,
  kUnseenRoot,
  kLandedRoot,
  kFenceRoot,
  kReleaseRoot,
  kAcquireRoot,
  kVolatileLoadRoot,
  kVolatileStoreRoot,
  kTableRoot,
  kRoomRoot,
  kRoomBelowRoot,
  kMarksRoot,
  kMarksTypeRoot,
  kRootCount
};
GTY(()) tree roots[kRootCount];
const ggc_root_tab kRoots[] = {{roots, kRootCount, sizeof(roots[0]), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                               LAST_GGC_ROOT_TAB};

template <class Make>
tree once(Root root, Make make) {
  if (roots[root] == NULL_TREE) {
    static bool registered = false;
    if (!registered)
      register_callback("fencepost", PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab*>(kRoots));
    registered = true;
    roots[root] = make();
  }
  return roots[root];
}

tree word() {
  return long_long_unsigned_type_node;
}
tree signed_word() {
  return long_long_integer_type_node;
}

tree table() {
  return once(kTableRoot, [] {
    tree type = build_array_type_nelts(unsigned_char_type_node, sizeof(fencepost_hooks));
    tree variable = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(contract::kTable), type);
    make_hidden(variable);
    TREE_ADDRESSABLE(variable) = 1;
    return variable;
  });
}

}  // namespace

tree range_function() {
  return once(kRangeRoot, [] {
    return declare_harmless(contract::kRange, void_type_node, {ptr_type_node, word(), unsigned_type_node});
  });
}
tree grid_function() {
  return once(kGridRoot, [] {
    return declare_harmless(contract::kGrid, void_type_node,
                            {ptr_type_node, unsigned_type_node, signed_word(), word(), signed_word(), word()});
  });
}
tree run_function() {
  return once(kRunRoot, [] {
    return declare_harmless(contract::kRun, void_type_node, {ptr_type_node, unsigned_type_node, word(), word()});
  });
}
tree unseen_function() {
  return once(kUnseenRoot, [] { return declare_harmless(contract::kUnseen, void_type_node, {ptr_type_node}); });
}
tree landed_function() {
  return once(kLandedRoot, [] { return declare_harmless(contract::kLanded, void_type_node, {}); });
}
tree volatile_load_function() {
  return once(kVolatileLoadRoot, [] { return declare(contract::kVolatileLoad, void_type_node, {ptr_type_node}); });
}
tree volatile_store_function() {
  return once(kVolatileStoreRoot, [] { return declare(contract::kVolatileStore, void_type_node, {ptr_type_node}); });
}
tree fence_function() {
  return once(kFenceRoot, [] { return declare(contract::kFence, void_type_node, {integer_type_node}); });
}
tree release_function() {
  return once(kReleaseRoot,
              [] { return declare(contract::kRelease, void_type_node, {ptr_type_node, integer_type_node}); });
}
tree acquire_function() {
  return once(kAcquireRoot,
              [] { return declare(contract::kAcquire, void_type_node, {ptr_type_node, integer_type_node}); });
}
tree room_function() {
  return once(kRoomRoot, [] { return declare_look(contract::kRoom, word(), {ptr_type_node}); });
}
tree room_below_function() {
  return once(kRoomBelowRoot, [] { return declare_look(contract::kRoomBelow, word(), {ptr_type_node}); });
}
tree marks_function() {
  return once(kMarksRoot, [] {
    return declare_look(contract::kMarks, ptr_type_node, {ptr_type_node, unsigned_type_node, word()});
  });
}
tree kept_type(tree (*make)()) {
  return once(kMarksTypeRoot, make);
}

tree frame_address_function() {
  if (tree known = builtin_decl_implicit(BUILT_IN_FRAME_ADDRESS); known != NULL_TREE) return known;
  tree declaration =
      build_fn_decl("__builtin_frame_address", build_function_type_list(ptr_type_node, unsigned_type_node, NULL_TREE));
  set_decl_built_in_function(declaration, BUILT_IN_NORMAL, BUILT_IN_FRAME_ADDRESS);
  set_builtin_decl(BUILT_IN_FRAME_ADDRESS, declaration, /*implicit_p=*/true);
  return declaration;
}

tree atomic_function(const std::string& name, tree value, const std::vector<tree>& parameters) {
  return declare((contract::kAtomic + name).c_str(), value == NULL_TREE ? void_type_node : value, parameters);
}

tree table_field(std::size_t offset, bool is_pointer) {
  // Volatile: loaded where we load it, not at the end of a loop's round for the next one. The analyzer reads loops that
  // wait, and must be able to follow them.
  tree type = is_pointer ? build_pointer_type(unsigned_char_type_node) : word();
  type = build_qualified_type(type, TYPE_QUAL_VOLATILE);
  tree field = build2(MEM_REF, type, build_fold_addr_expr(table()),
                      build_int_cst(build_pointer_type(type), static_cast<HOST_WIDE_INT>(offset)));
  TREE_THIS_VOLATILE(field) = 1;
  TREE_SIDE_EFFECTS(field) = 1;
  return field;
}

namespace {
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
  value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
  return value ^ value >> 32;
}
}  // namespace

Sites::Sites(function* function) {
  std::string text = main_input_filename != nullptr ? main_input_filename : "";
  text += '\n';
  text += IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function->decl));
  place_ = 0xcbf29ce484222325u;
  for (const char c : text) place_ = (place_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
}

std::uint64_t Sites::next() {
  return mixed(place_ + mixed(++count_));
}

}  // namespace fencepost::gcc
