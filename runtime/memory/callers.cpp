#include "memory/callers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace fencepost::memory {
namespace {

using std::string_view_literals::operator""sv;

// How file names begin: ours, those of MPI libraries, and those that only they use for networks and job start. And
// Fortran's library: hooks report what it does for a program (hooks/fortran_calls.cpp).
constexpr std::array kNotOfProgram = {
    "libfencepost"sv, "libmpi"sv, "libpmpi"sv,  "libmpich"sv, "libfmpich"sv, "libmvapich"sv, "libopen-pal"sv,
    "libopen-rte"sv,  "mca_"sv,   "libpmix"sv,  "libpmi"sv,   "libprrte"sv,  "libevent"sv,   "libhwloc"sv,
    "libfabric"sv,    "libucp"sv, "libuct"sv,   "libucs"sv,   "libucm"sv,    "libibverbs"sv, "librdmacm"sv,
    "libgfortran"sv,  "libpsm"sv, "libmunge"sv, "libxpmem"sv, "libnl-"sv,    "libibumad"sv,  "libmlx"sv};

const void* base_of(const void* address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

// The allocator's library, if it is neither the C library nor a part of the program. (In those cases we cannot tell its
// locks from those of other code there.)
bool is_allocator(const Dl_info& module, std::string_view name) {
  return module.dli_fbase == base_of(reinterpret_cast<const void*>(&std::malloc)) &&
         module.dli_fbase != base_of(reinterpret_cast<const void*>(&std::abort)) &&
         name.find(".so") != std::string_view::npos;
}

Caller look_up(const void* caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0 || info.dli_fname == nullptr) return Caller::kProgram;  // generated code
  std::string_view name = info.dli_fname;
  name.remove_prefix(name.rfind('/') + 1);
  const bool other = std::any_of(kNotOfProgram.begin(), kNotOfProgram.end(),
                                 [&](std::string_view beginning) { return name.starts_with(beginning); });
  if (other) return Caller::kOther;
  if (has_hooks(info.dli_fbase)) return Caller::kInstrumented;
  return is_allocator(info, name) ? Caller::kAllocator : Caller::kProgram;
}

// Answers by return address: the address shifted, and the answer in its lowest bits. (An object that is unloaded and
// replaced by another at the same place keeps its answer; harmless.)
constexpr std::size_t kAnswers = 1024;
constexpr int kAnswerBits = 2;
std::array<std::atomic<std::uintptr_t>, kAnswers> answers{};

}  // namespace

Caller caller_at(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  std::atomic<std::uintptr_t>& place = answers[(address * 0x9e3779b97f4a7c15u) >> 54];
  const std::uintptr_t known = place.load(std::memory_order_relaxed);
  if (known >> kAnswerBits == address) return static_cast<Caller>(known & 3);
  const Caller answer = look_up(caller);
  place.store(address << kAnswerBits | static_cast<std::uintptr_t>(answer), std::memory_order_relaxed);
  return answer;
}

}  // namespace fencepost::memory
