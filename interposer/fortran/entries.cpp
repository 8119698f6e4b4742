#include "interposer/fortran/entries.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "interposer/fortran/call.h"

namespace fencepost::interposer::fortran {
namespace {

#if defined(FENCEPOST_MPI_OPENMPI)
// Procedures of Open MPI's mpi_f08 module that call the profiling entry points of `use mpi`; all others call ompi_*_f.
constexpr MpiCall kBypassing[] = {
    MpiCall::kCart_create,
    MpiCall::kCart_sub,
    MpiCall::kDist_graph_create,
    MpiCall::kDist_graph_create_adjacent,
    MpiCall::kFile_set_atomicity,
    MpiCall::kGraph_create,
    MpiCall::kImprobe,
    MpiCall::kIntercomm_merge,
    MpiCall::kIprobe,
    MpiCall::kRequest_get_status,
    MpiCall::kTest,
    MpiCall::kTestall,
    MpiCall::kTestany,
    MpiCall::kTestsome,
    MpiCall::kWin_get_attr,
    MpiCall::kWin_test,
};
#elif defined(FENCEPOST_MPI_MPICH)
// In MPICH's mpif.h layer: all others call the C entry points.
constexpr MpiCall kBypassing[] = {MpiCall::kWin_get_attr, MpiCall::kWin_set_attr};
#else
// Code in front of the standard's interface calls its C functions.
constexpr std::span<const MpiCall> kBypassing;
#endif

bool contains(std::span<const MpiCall> calls, MpiCall call) {
  return std::ranges::find(calls, call) != calls.end();
}

// Everything that has a C entry point: the special version, or the generated one.
std::vector<Entry> make_all() {
  std::vector<Entry> result;
  const auto add = [&](MpiCall call, void* generated) {
    if (c_entry(call) == nullptr) return;
    const auto special = std::ranges::find(special_entries(), call, &Entry::call);
    void* const function = special != special_entries().end() ? special->function : generated;
    if (function != nullptr) result.push_back({call, function});
  };
#define FORTRAN_CALL(name, lower, upper, form_2008) \
  add(MpiCall::k##name, Generated<MpiCall::k##name, &PMPI_##name>::address());
#include "fortran_calls.def"
#undef FORTRAN_CALL
  return result;
}

const std::vector<Entry>& all() {
  static const std::vector<Entry> made = make_all();
  return made;
}

const std::vector<Entry>& bypassing() {
  static const std::vector<Entry> made = [] {
    std::vector<Entry> result;
    std::ranges::copy_if(all(), std::back_inserter(result),
                         [](const Entry& entry) { return contains(kBypassing, entry.call); });
    return result;
  }();
  return made;
}

}  // namespace

#if defined(FENCEPOST_MPI_OPENMPI)
std::span<const Entry> entries() {
  return all();
}
std::span<const Entry> entries_2008() {
  return bypassing();
}
#elif defined(FENCEPOST_MPI_MPIABI)
std::span<const Entry> entries() {
  return bypassing();
}
std::span<const Entry> entries_2008() {
  return bypassing();
}
#else
std::span<const Entry> entries() {
  return bypassing();
}
// MPICH's mpi_f08 module calls PMPI_* unless there is a choice buffer.
std::span<const Entry> entries_2008() {
  return all();
}
#endif

}  // namespace fencepost::interposer::fortran
