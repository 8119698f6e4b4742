#include "interposer/call_at_death.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <unwind.h>

#include "memory/callers.h"
#include "memory/memory_check.h"

namespace fencepost::interposer {
namespace {

bool is_readable(std::uintptr_t first, std::size_t size) {
  return memory::memory_check().may_use(first, first + size, memory::MemoryCheck::Use::kRead);
}

// Where a jump or call through a pointer at a distance from its end leads. 0: it is another instruction.
std::uintptr_t through_pointer(std::uintptr_t code, std::uint8_t kind) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(code);
  std::int32_t distance;
  std::memcpy(&distance, bytes + 2, sizeof distance);
  const std::uintptr_t pointer = code + 6 + static_cast<std::uintptr_t>(std::intptr_t{distance});
  if (bytes[0] != 0xff || bytes[1] != kind || !is_readable(pointer, sizeof pointer)) return 0;
  std::uintptr_t to;
  std::memcpy(&to, reinterpret_cast<const void*>(pointer), sizeof to);
  return to;
}

// Where the linker's jump to a function of another object leads: endbr64; bnd jmp *pointer(%rip)
std::uintptr_t behind_jump(std::uintptr_t code) {
  constexpr std::uint8_t kLandingPad[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (!is_readable(code, 16)) return 0;
  if (std::memcmp(reinterpret_cast<const void*>(code), kLandingPad, sizeof kLandingPad) == 0)
    code += sizeof kLandingPad;
  if (*reinterpret_cast<const std::uint8_t*>(code) == 0xf2) ++code;
  return through_pointer(code, 0x25);
}

std::string_view symbol_at(std::uintptr_t address) {
  Dl_info info;
  const bool is_known = address != 0 && dladdr(reinterpret_cast<const void*>(address), &info) != 0;
  return is_known && info.dli_sname != nullptr && info.dli_saddr == reinterpret_cast<const void*>(address)
             ? info.dli_sname
             : std::string_view();
}

// "MPI_Put" and, for Fortran, "mpi_put_", "mpi_put_f08_".
MpiCall call_named(std::string_view symbol) {
  if (symbol.starts_with('P') || symbol.starts_with('p')) symbol.remove_prefix(1);
  while (symbol.ends_with('_')) symbol.remove_suffix(1);
  if (symbol.ends_with("_f08")) symbol.remove_suffix(4);
  const auto same = [](char one, char other) { return std::tolower(one) == std::tolower(other); };
  for (int i = 1; i < static_cast<int>(MpiCall::kCount); ++i) {
    const auto call = static_cast<MpiCall>(i);
    if (std::ranges::equal(symbol, name_of(call), same)) return call;
  }
  return MpiCall::kNone;
}

// The function that was called by the call before a return address, by its name.
MpiCall called_before(std::uintptr_t return_address) {
  constexpr std::size_t kDirect = 5, kThrough = 6;  // call distance; call *pointer(%rip)
  if (!is_readable(return_address - kThrough, kThrough)) return MpiCall::kNone;
  if (const auto to = through_pointer(return_address - kThrough, 0x15); to != 0) return call_named(symbol_at(to));
  const auto* const code = reinterpret_cast<const std::uint8_t*>(return_address - kDirect);
  if (code[0] != 0xe8) return MpiCall::kNone;
  std::int32_t distance;
  std::memcpy(&distance, code + 1, sizeof distance);
  const std::uintptr_t to = return_address + static_cast<std::uintptr_t>(std::intptr_t{distance});
  const MpiCall call = call_named(symbol_at(to));
  return call != MpiCall::kNone ? call : call_named(symbol_at(behind_jump(to)));
}

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* data) {
  CallAtDeath& found = *static_cast<CallAtDeath*>(data);
  const std::uintptr_t ip = _Unwind_GetIP(context);
  if (ip == 0 || memory::caller_at(reinterpret_cast<const void*>(ip)) == memory::Caller::kOther) return _URC_NO_REASON;
  found.call = called_before(ip);
  if (found.call == MpiCall::kNone) return _URC_NO_REASON;
  found.frame = reinterpret_cast<const void*>(_Unwind_GetCFA(context) - 2 * sizeof(void*));
  return _URC_END_OF_STACK;
}

struct Interrupted {
  std::uintptr_t at;
  bool found = false;  // the frames of the signal handler come first
  bool in_instrumented = false;
};

_Unwind_Reason_Code on_interrupted_frame(_Unwind_Context* context, void* data) {
  Interrupted& look = *static_cast<Interrupted*>(data);
  const std::uintptr_t ip = _Unwind_GetIP(context);
  look.found = look.found || ip == look.at;
  if (!look.found) return _URC_NO_REASON;
  const memory::Caller caller = memory::caller_at(reinterpret_cast<const void*>(ip));
  look.in_instrumented = caller == memory::Caller::kInstrumented;
  return look.in_instrumented || caller == memory::Caller::kOther ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

bool is_in_instrumented_code(std::uintptr_t interrupted) {
  Interrupted look{interrupted};
  _Unwind_Backtrace(&on_interrupted_frame, &look);
  return look.in_instrumented;
}

CallAtDeath call_at_death() {
  CallAtDeath found;
  _Unwind_Backtrace(&on_frame, &found);
  return found;
}

}  // namespace fencepost::interposer
