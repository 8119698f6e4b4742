#include "interposer/c_entries.h"

#include <array>
#include <cstddef>

#include "interposer/entry.h"

namespace fencepost::interposer {
namespace {

constexpr std::size_t kCalls = static_cast<std::size_t>(MpiCall::kCount) - 1;  // without kNone
std::array<void*, kCalls> calls;

void put_in(std::span<const Entry> entries) {
  for (const Entry& entry : entries) calls[static_cast<std::size_t>(entry.call) - 1] = entry.function;
}

}  // namespace

std::span<void* const> fill_c_entries() {
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
  put_in(object_entries());
  put_in(type_entries());
  put_in(local_entries());
  put_in(file_entries());
  put_in(window_creation_entries());
  put_in(window_entries());
  put_in(window_attribute_entries());
  put_in(rma_communication_entries());
  put_in(rma_synchronization_entries());
  return calls;
}

void* c_entry(MpiCall call) {
  return calls[static_cast<std::size_t>(call) - 1];
}

}  // namespace fencepost::interposer
