// Two operations of a thread write the same bytes, the first is not complete in between, and the thread reads there
// what the first has written before it issues the second. The read comes too early; that the second write does follows
// from it, for who completes the first before the read has completed it before the second write.
#pragma once

#include <cstdint>
#include <vector>

#include "findings/report.h"
#include "job/conflict.h"

namespace fencepost {

class ReadBetween {
 public:
  // Receives each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict);
  // To be called when all conflicts are known.
  void link(Report& report) const;
  // The advice of the reads is then also that of the writes. To be called when all advice is known.
  void advise(Report& report) const;

 private:
  struct Pair {
    Report::Number finding = 0;
    Place first;
    AccessClass kind = AccessClass::kPut;  // of the first access
    bool reads = false;                    // the second one
    std::uint64_t distance = 0;            // between the two, in events of their thread
    WindowKey window;
    Rank owner;
    ProcessId memory_of;
    ByteRange common;  // of both accesses, there
  };
  const Pair* read_before(const Pair& write) const;
  std::vector<Pair> pairs_;
};

}  // namespace fencepost
