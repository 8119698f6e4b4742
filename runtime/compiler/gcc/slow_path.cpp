#include "gcc/slow_path.h"

#include <cstddef>

#include "hook_table/table.h"

namespace fencepost::gcc {
namespace {

// Assembly in both dialects.
std::string line(const std::string& operation, const std::string& from, const std::string& to) {
  return "{" + operation + " " + from + ", " + to + "|" + operation + " " + to + ", " + from + "}\n\t";
}
std::string line(const std::string& operation, std::uint64_t value, const std::string& to) {
  const std::string text = std::to_string(value);
  return "{" + operation + " $" + text + ", " + to + "|" + operation + " " + to + ", " + text + "}\n\t";
}
// With the module's table.
std::string line_of_table(const std::string& operation, std::size_t offset, const std::string& to) {
  const std::string field = std::string(contract::kTable) + "+" + std::to_string(offset);
  return "{" + operation + " " + field + "(%%rip), " + to + "|" + operation + " " + to + ", QWORD PTR " + field +
         "[rip]}\n\t";
}

// For the pieces of assembly: operand 0 is a scratch register, and 1 is rcx as another.
struct Operands {
  int address = 2;
  int state = 3;
  int what = 5;  // 4 is the frame, which the called function finds by itself
};
std::string as_word(int operand) {
  return "%k" + std::to_string(operand);
}
std::string as_pointer(int operand) {
  return "%q" + std::to_string(operand);
}

// The place of the page's byte in register 1.
std::string find_state(int address) {
  return line("mov", as_pointer(address), "%q1") + line("shr", FENCEPOST_HOOKS_PAGE_SHIFT, "%q1") +
         line_of_table("and", offsetof(fencepost_hooks, mask), "%q1") +
         line_of_table("add", offsetof(fencepost_hooks, shadow), "%q1");
}
std::string load_state(const std::string& to) {
  return "{movzbl (%q1), " + to + "|movzx " + to + ", BYTE PTR [%q1]}\n\t";
}

// The page's byte is a word here. Goes to 8 if the bytes may be tracked, and to 9 or on if not, with 0 in register 0.
// Reads the map from the byte with the address's unit on, as far as an access may reach; if the page's byte has changed
// meanwhile, the map may be another page's.
std::string look(const Operands& at, std::uint64_t size, std::uint64_t alignment) {
  const std::string address = as_word(at.address), state = as_word(at.state);
  return line("cmp", FENCEPOST_PAGE_WHOLLY, state) + "je 8f\n\t" +                                     //
         line("mov", state, "%k0") + line("shl", FENCEPOST_PAGE_MAP_SHIFT, "%k0") +                    //
         line("mov", address, "%k1") + line("shr", contract::kMapUnitShift + 3, "%k1") +               //
         line("and", (1u << (FENCEPOST_HOOKS_PAGE_SHIFT - contract::kMapUnitShift - 3)) - 1, "%k1") +  //
         line("add", "%k0", "%k1") + line_of_table("add", offsetof(fencepost_hooks, page_maps), "%q1") +
         "{mov (%q1), %k0|mov %k0, DWORD PTR [%q1]}\n\t" +                                        //
         find_state(at.address) + load_state("%k1") + line("cmp", "%k1", state) + "jne 8f\n\t" +  //
         line("mov", address, "%k1") + line("shr", contract::kMapUnitShift, "%k1") + line("and", 7, "%k1") +
         "{shr %%cl, %k0|shr %k0, cl}\n\t" + line("and", contract::map_units_of(size, alignment), "%k0");
}

// What is passed goes onto the stack, below what a function without calls may keep there (slow.S removes it again).
std::string push_and_call(const Operands& at, const Told& what, bool has_asked_map) {
  std::string text = "{lea -128(%%rsp), %%rsp|lea rsp, [rsp-128]}\n\t";
  for (const int operand : {at.address, at.what}) text += "push %" + std::to_string(operand) + "\n\t";
  text += std::string("call ") + contract::kStackedAccess;
  if (what.has_blocks) text += "_" + std::to_string(what.size);
  return text + (has_asked_map ? "_asked" : "");
}

tree operand(const char* constraint, tree value) {
  tree text = build_string(static_cast<int>(std::string_view(constraint).size()), constraint);
  return build_tree_list(build_tree_list(NULL_TREE, text), value);
}
tree frame_at(const Spot& spot) {
  tree frame = make_ssa_name(ptr_type_node);
  gcall* own_frame = gimple_build_call(frame_address_function(), 1, integer_zero_node);
  gimple_call_set_lhs(own_frame, frame);
  put(spot, own_frame);
  return frame;
}

// In assembly, because the code around must not lose a register to something that rarely happens.
class Assembly {
 public:
  explicit Assembly(const Spot& spot) : spot_(spot) {}

  tree output(const char* constraint) {
    tree value = make_ssa_name(unsigned_type_node);
    vec_safe_push(outputs_, operand(constraint, value));
    return value;
  }
  void input(tree value) { vec_safe_push(inputs_, operand("r", compute(spot_, value))); }
  void what(const Told& told) {
    const auto value = static_cast<std::int32_t>(contract::size_and_kind(told.size, told.kind));
    vec_safe_push(inputs_, operand("i", build_int_cst(integer_type_node, value)));
  }
  gimple* put(const std::string& text) {
    vec<tree, va_gc>* clobbers = nullptr;
    vec_safe_push(clobbers, build_tree_list(NULL_TREE, build_string(2, "cc")));
    gasm* assembly = gimple_build_asm_vec(text.c_str(), inputs_, outputs_, clobbers, nullptr);
    for (unsigned i = 0; i < gimple_asm_noutputs(assembly); ++i) {
      SSA_NAME_DEF_STMT(TREE_VALUE(gimple_asm_output_op(assembly, i))) = assembly;
    }
    gimple_asm_set_volatile(assembly, true);
    gcc::put(spot_, assembly);
    return assembly;
  }

 private:
  const Spot& spot_;
  vec<tree, va_gc>* inputs_ = nullptr;
  vec<tree, va_gc>* outputs_ = nullptr;
};

}  // namespace

tree is_tracked(const Spot& spot, tree address, tree state, std::uint64_t size, std::uint64_t alignment) {
  Assembly assembly(spot);
  tree found = assembly.output("=&r");
  assembly.output("=&c");
  assembly.input(address);
  assembly.input(fold_convert(unsigned_type_node, state));
  assembly.put(look({}, size, alignment) + "jz 9f\n8:\t" + line("mov", 1, "%k0") + "9:");
  return found;
}

void tell(const Spot& spot, tree address, const Told& what) {
  Assembly assembly(spot);
  assembly.input(address);
  assembly.input(frame_at(spot));
  assembly.what(what);
  assembly.put(push_and_call({.address = 0, .what = 2}, what, false));
}

void tell_if_tracked(const Spot& spot, tree address, tree state, std::uint64_t alignment, const Told& what) {
  Assembly assembly(spot);
  assembly.output("=&r");
  assembly.output("=&c");
  assembly.input(address);
  assembly.input(fold_convert(unsigned_type_node, state));
  assembly.input(frame_at(spot));
  assembly.what(what);
  assembly.put(look({}, what.size, alignment) + "jz 9f\n8:\t" + push_and_call({}, what, true) + "\n9:");
}

namespace {

// Operands of look_and_tell.
constexpr Operands kOfLook = {.address = 3, .state = 2, .what = 5};
constexpr unsigned kAddressOfLook = 0;  // among its inputs

// With register 0 alone. To 9 if nothing of the page is of interest.
std::string look_and_push(const Operands& at, const Told& what) {
  return line("mov", as_pointer(at.address), "%q0") + line("shr", FENCEPOST_HOOKS_PAGE_SHIFT, "%q0") +
         line_of_table("and", offsetof(fencepost_hooks, mask), "%q0") +
         line_of_table("add", offsetof(fencepost_hooks, shadow), "%q0") +
         "{cmpb $0, (%q0)|cmp BYTE PTR [%q0], 0}\n\tje 9f\n\t" + push_and_call(at, what, false) + "\n9:";
}

}  // namespace

void look_and_call(const Spot& spot, tree address, const Told& what) {
  Assembly assembly(spot);
  assembly.output("=&r");
  assembly.input(address);
  assembly.input(frame_at(spot));
  assembly.what(what);
  assembly.put(look_and_push({.address = 1, .what = 3}, what));
}

tree address_of_look(gimple* look) {
  return TREE_VALUE(gimple_asm_input_op(as_a<gasm*>(look), kAddressOfLook));
}

gimple* look_and_tell(const Spot& spot, tree address, std::uint64_t alignment, const Told& what) {
  Assembly assembly(spot);
  assembly.output("=&r");
  assembly.output("=&c");
  assembly.output("=&r");
  assembly.input(address);
  assembly.input(frame_at(spot));
  assembly.what(what);
  const std::string state = as_word(kOfLook.state);
  return assembly.put(find_state(kOfLook.address) + load_state(state) + line("test", state, state) + "jz 9f\n\t" +
                      look(kOfLook, what.size, alignment) + "jz 9f\n8:\t" + push_and_call(kOfLook, what, true) +
                      "\n9:");
}

}  // namespace fencepost::gcc
