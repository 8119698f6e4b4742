#include "pass/slow_path.h"

#include <cstddef>
#include <string>

#include "hook_table/table.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// Operands: 0 to 2 are scratch registers, 3 is the address, 4 what is told.
std::string line(const std::string& text) {
  return text + "\n\t";
}
std::string field(std::size_t offset) {
  return std::string(contract::kTable) + "+" + std::to_string(offset) + "(%rip)";
}
std::string constant(std::uint64_t value) {
  return "$$" + std::to_string(value);
}

// The place of the page's byte in register 1.
std::string find_state() {
  return line("movq $3, $1") + line("shrq " + constant(FENCEPOST_HOOKS_PAGE_SHIFT) + ", $1") +
         line("andq " + field(offsetof(fencepost_hooks, mask)) + ", $1") +
         line("addq " + field(offsetof(fencepost_hooks, shadow)) + ", $1");
}

// In register 0, from the bit on whose number is in register 1. (A shift would need rcx.)
std::string look_at_units(unsigned units) {
  std::string code;
  for (; units != 0; units >>= 1) {
    code += line("btl ${1:k}, ${0:k}") + line(units > 1 ? "jc 8f" : "jnc 9f");
    if (units > 1) code += line("incl ${1:k}");
  }
  return code;
}

// Reads the map from the byte with the address's unit on. If the page's byte has changed meanwhile, the map may be
// another page's.
std::string look_at_map(Extent extent) {
  constexpr unsigned kShift = contract::kMapUnitShift + 3;
  constexpr unsigned kLast = (1u << (FENCEPOST_HOOKS_PAGE_SHIFT - kShift)) - 1;
  return line("cmpl " + constant(FENCEPOST_PAGE_WHOLLY) + ", ${2:k}") + line("je 8f") + line("movl ${2:k}, ${0:k}") +
         line("shll " + constant(FENCEPOST_PAGE_MAP_SHIFT) + ", ${0:k}") + line("movl ${3:k}, ${1:k}") +
         line("shrl " + constant(kShift) + ", ${1:k}") + line("andl " + constant(kLast) + ", ${1:k}") +
         line("addl ${0:k}, ${1:k}") + line("addq " + field(offsetof(fencepost_hooks, page_maps)) + ", $1") +
         line("movl ($1), ${0:k}") + find_state() + line("movzbl ($1), ${1:k}") + line("cmpl ${1:k}, ${2:k}") +
         line("jne 8f") + line("movl ${3:k}, ${1:k}") + line("shrl " + constant(contract::kMapUnitShift) + ", ${1:k}") +
         line("andl $$7, ${1:k}") + look_at_units(contract::map_units_of(extent.size, extent.alignment));
}

// What is passed goes onto the stack, below what a function without calls may keep there (slow.S removes it again).
std::string push_and_call(std::uint64_t size) {
  return line("leaq -128(%rsp), %rsp") + line("pushq $3") + line("pushq $4") +
         line(std::string("call ") + contract::kStackedAccess + "_" + std::to_string(size) + "_asked");
}

}  // namespace

bool has_slow_path(const MemoryAccess& access) {
  const Function& function = *access.instruction->getFunction();
  return !is_atomic(access.kind) && access.mask == nullptr && isPowerOf2_64(access.size) &&
         access.size <= contract::kWidestWithBlocks && !function.hasOptNone() && !function.hasMinSize();
}

void look_and_tell(IRBuilder<>& builder, const Runtime& runtime, const MemoryAccess& access, Value* address,
                   Extent extent) {
  const std::string code = find_state() + line("movzbl ($1), ${2:k}") + line("testl ${2:k}, ${2:k}") + line("jz 9f") +
                           look_at_map(extent) + "8:\t" + push_and_call(access.size) + "9:";
  Type* word = runtime.word;
  FunctionType* type = FunctionType::get(StructType::get(word, word, word), {word, runtime.half}, false);
  InlineAsm* assembly = InlineAsm::get(type, code, "=&r,=&r,=&r,r,i,~{flags},~{dirflag},~{fpsr}",
                                       /*hasSideEffects=*/true);
  add_attributes(builder.CreateCall(
      type, assembly,
      {builder.CreatePtrToInt(address, word), builder.getInt32(size_and_kind(access.size, access.kind))}));
}

}  // namespace fencepost::pass
