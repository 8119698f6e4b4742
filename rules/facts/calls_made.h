// How often each process has made a collective call at each place: who has left one out shows in these numbers.
#pragma once

#include <cstdint>
#include <map>

#include "facts/here.h"
#include "job/symbolizer.h"

namespace fencepost {

class CallsMade {
 public:
  // When the call begins.
  void on(const event::FenceBegin& fence, const Here& here);
  void on(const event::CollectiveBegin& collective, const Here& here);

  // How often the process has begun this call at this statement, whatever led there.
  std::uint64_t at(ProcessId process, const Place& like, Symbolizer& source) const;

 private:
  struct Made {
    Place place;
    std::uint64_t count = 0;
  };
  void made(const Place& call);

  PerProcess<std::map<StackId, Made>> made_;
};

// Two processes wait for each other in calls that do not meet. The statement of one of these calls is earlier in the
// source, and from the numbers one of the two has left out the other's call.
struct LeftOut {
  ProcessId by;  // the process that has left it out, …
  Place call;    // … and the other one's call
};
// Not known (`by` is negative): the numbers do not decide it.
LeftOut left_out(const Place& one, const Place& other, const CallsMade& made, Symbolizer& source);

}  // namespace fencepost
