// How the entry points reach the back end's table (interposer/backend.cpp): each chapter of MPI has one file, which
// lists its functions as rows. A row is checked at compile time against the prototype in mpi.h.
//
//   std::span<const Entry> environment_entries() {
//     static const Entry kEntries[] = {FENCEPOST_ENTRY(Init, init), FENCEPOST_ENTRY(Init_thread, init_thread)};
//     return kEntries;
//   }
//
// A function that is not listed by anybody goes to the MPI library directly. Native calls are made as PMPI_*.
#pragma once

#include <span>

#include <mpi.h>

#include "record/vocabulary.h"

namespace fencepost::interposer {

struct Entry {
  MpiCall call = MpiCall::kNone;
  void* function = nullptr;
};

template <class Function>
Entry make_entry(MpiCall call, Function* /*native: for its type*/, Function* ours) {
  return {call, reinterpret_cast<void*>(ours)};
}

#define FENCEPOST_ENTRY(name, function) \
  ::fencepost::interposer::make_entry(::fencepost::MpiCall::k##name, &PMPI_##name, &function)

std::span<const Entry> environment_entries();          // environment.cpp
std::span<const Entry> session_entries();              // sessions.cpp
std::span<const Entry> point_to_point_entries();       // point_to_point.cpp
std::span<const Entry> partitioned_entries();          // partitioned.cpp
std::span<const Entry> completion_entries();           // completion.cpp
std::span<const Entry> generalized_request_entries();  // generalized_requests.cpp
std::span<const Entry> collective_entries();           // collectives.cpp
std::span<const Entry> communicator_entries();         // communicators.cpp
std::span<const Entry> allocation_entries();           // allocations.cpp
std::span<const Entry> datatype_entries();             // datatypes.cpp
std::span<const Entry> object_entries();               // object_calls.cpp
std::span<const Entry> type_entries();                 // type_calls.cpp
std::span<const Entry> local_entries();                // local_calls.cpp
std::span<const Entry> file_entries();                 // files.cpp
std::span<const Entry> window_creation_entries();      // window_creation.cpp
std::span<const Entry> window_entries();               // windows.cpp
std::span<const Entry> window_attribute_entries();     // window_attributes.cpp
std::span<const Entry> rma_communication_entries();    // rma_communication.cpp
std::span<const Entry> rma_synchronization_entries();  // rma_synchronization.cpp

}  // namespace fencepost::interposer
