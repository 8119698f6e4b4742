#include "interposer/backend.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "interposer/entry.h"
#include "interposer/fortran/entries.h"
#include "preload/backend.h"

namespace fencepost::interposer {
namespace {

constexpr std::size_t kCalls = static_cast<std::size_t>(MpiCall::kCount) - 1;  // without kNone

enum class FortranCall : std::size_t {
#define FORTRAN_CALL(name, lower, upper, form_2008, where) k##name,
#include "fortran_calls.def"
#undef FORTRAN_CALL
  kCount
};
constexpr std::size_t kFortranCalls = static_cast<std::size_t>(FortranCall::kCount);

// Row of mpi_calls.def → row of fortran_calls.def.
constexpr MpiCall kFortranRows[] = {
#define FORTRAN_CALL(name, lower, upper, form_2008, where) MpiCall::k##name,
#include "fortran_calls.def"
#undef FORTRAN_CALL
};

std::array<void*, kCalls> calls;
std::array<void*, kFortranCalls> fortran_calls;
std::array<void*, kFortranCalls> fortran_2008_calls;

void put_in(std::span<const Entry> entries) {
  for (const Entry& entry : entries) calls[static_cast<std::size_t>(entry.call) - 1] = entry.function;
}

void put_in(std::array<void*, kFortranCalls>& table, std::span<const Entry> entries) {
  for (const Entry& entry : entries) {
    const auto row = std::ranges::find(kFortranRows, entry.call);
    if (row != std::end(kFortranRows)) table[static_cast<std::size_t>(row - kFortranRows)] = entry.function;
  }
}

}  // namespace

void* c_entry(MpiCall call) {
  return calls[static_cast<std::size_t>(call) - 1];
}

const fencepost_backend_table& backend() {
  static const fencepost_backend_table filled = [] {
    put_in(environment_entries());
    put_in(session_entries());
    put_in(point_to_point_entries());
    put_in(partitioned_entries());
    put_in(completion_entries());
    put_in(generalized_request_entries());
    put_in(collective_entries());
    put_in(communicator_entries());
    put_in(allocation_entries());
    put_in(datatype_entries());
    put_in(local_entries());
    put_in(file_entries());
    put_in(window_entries());
    put_in(window_attribute_entries());
    put_in(rma_communication_entries());
    put_in(rma_synchronization_entries());
    put_in(fortran_calls, fortran::entries());
    put_in(fortran_2008_calls, fortran::entries_2008());
    return fencepost_backend_table{
        .version = FENCEPOST_BACKEND_VERSION,
        .size = sizeof(fencepost_backend_table),
        .calls = calls.data(),
        .call_count = calls.size(),
        .fortran_calls = fortran_calls.data(),
        .fortran_2008_calls = fortran_2008_calls.data(),
        .fortran_call_count = fortran_calls.size(),
        .attach_hooks = memory::attach_hooks,
        .detach_hooks = memory::detach_hooks,
        .threads = threads::observer(),
        .memory = memory::watcher(),
    };
  }();
  return filled;
}

}  // namespace fencepost::interposer
