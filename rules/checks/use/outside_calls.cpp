// Calls before MPI_Init, after MPI_Finalize, between sessions, and a second MPI_Init (FP-USE-006).
#include <string>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "record/outside_call.h"
#include "use_checks/makers.h"

namespace fencepost {
namespace {

std::string version_text(std::uint64_t version) {
  return fmt::format("{}.{}", version / 10, version % 10);
}

bool begins_mpi(MpiCall call) {
  return call == MpiCall::kInit || call == MpiCall::kInit_thread;
}

struct Sentences {
  std::string what;
  std::string suggestion;
};

Sentences sentences_of(Outside when, MpiCall call) {
  const std::string_view name = name_of(call);
  switch (when) {
    case Outside::kAfter:
      if (begins_mpi(call))
        return {"after MPI_Finalize: MPI can be initialized only once.",
                "MPI_Finalize may be called only once, when the program needs MPI no more."};
      if (call == MpiCall::kFinalize)
        return {"after MPI_Finalize, which has ended MPI.", "MPI_Finalize may be called only once."};
      return {"after MPI_Finalize, which has ended MPI.",
              fmt::format(
                  "{} has to come before MPI_Finalize. If the code also runs later (the destructor of a static object, "
                  "a function given to atexit), it may make the call only if MPI_Finalized says no.",
                  name)};
    case Outside::kBetween:
      return {"after its last session has ended, and MPI_Init was not called.",
              fmt::format("{} has to come before the MPI_Session_finalize of the last session.", name)};
    case Outside::kOnceMore:
      return {"although MPI has been initialized already.",
              fmt::format("{} may be called only if MPI_Initialized says no.", name)};
    default:
      return {"before MPI_Init: MPI has not begun.",
              call == MpiCall::kFinalize
                  ? "MPI_Init has to come first, or MPI_Finalize is too many."
                  : fmt::format(
                        "MPI_Init has to come before {}. If the code also runs earlier (the constructor of a static "
                        "object), it may make the call only if MPI_Initialized says yes.",
                        name)};
  }
}

class OutsideCallCheck : public CheckOf<OutsideCallCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::WrongArgument& event, const Here& here) {
    const Outside when = outside_of(event);
    const Place& place = here.place;
    if (when == Outside::kNever || !report().is_new(rule::kInvalidArgument, place, {})) return;
    auto [what, suggestion] = sentences_of(when, place.call);
    Violation v;
    v.message = fmt::format("Rank {} calls {} {}", place.process, name_of(place.call), what);
    if (event.against != 0)
      v.why.push_back(
          fmt::format("MPI-{} and later versions allow this call at any time, but the MPI library has an "
                      "earlier version of MPI.",
                      version_text(event.against)));
    v.suggestion = std::move(suggestion);
    v.accesses = {words().call(place)};
    report().add(rule::kInvalidArgument, place, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_outside_call_check(Report& report) {
  return std::make_unique<OutsideCallCheck>(report);
}

}  // namespace fencepost
