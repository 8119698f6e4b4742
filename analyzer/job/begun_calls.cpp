#include "job/begun_calls.h"

#include <string>
#include <string_view>

namespace fencepost {

namespace {

// MPI_Isend, MPI_Ibcast, MPI_Start, MPI_Startall, MPI_File_iread.
bool leaves_request(MpiCall call) {
  const std::string_view name = name_of(call);
  return name.starts_with("MPI_I") || name.starts_with("MPI_Start") || name.starts_with("MPI_File_i");
}

MpiCall end_of_split(MpiCall begun) {
  constexpr std::string_view kBegin = "_begin";
  const std::string_view name = name_of(begun);
  const std::size_t at = name.rfind(kBegin);
  if (!name.starts_with("MPI_File_") || at == std::string_view::npos) return MpiCall::kNone;
  const std::string end = std::string(name.substr(0, at)) + "_end";
  for (auto i = static_cast<std::uint64_t>(begun); i < static_cast<std::uint64_t>(MpiCall::kCount); ++i) {
    if (name_of(static_cast<MpiCall>(i)) == end) return static_cast<MpiCall>(i);
  }
  return MpiCall::kNone;
}

}  // namespace

MpiCall end_of_begun(MpiCall begun) {
  return leaves_request(begun) ? MpiCall::kWait : end_of_split(begun);
}

}  // namespace fencepost
