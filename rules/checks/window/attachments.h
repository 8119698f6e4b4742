// The memory attached to a dynamic window, and the parts of it that an operation reaches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "findings/report.h"
#include "job/epochs.h"
#include "job/job.h"
#include "job/memory.h"

namespace fencepost {

// The regions that contain the bytes (addresses of the process
// that attached them): none if some byte is in no region.
std::vector<const Attachment*> attachments_of(const std::map<std::uint64_t, Attachment>& attached, const Pieces& bytes);

// Where bytes are attached that an operation has looked for in vain at its target and window: it may be meant for
// there.
struct AttachedElsewhere {
  WindowKey window;
  ProcessId process;
  Place attached;
};
// On another process of the window, else of the target process on another window. Nothing: nowhere, or on several.
std::optional<AttachedElsewhere> attached_elsewhere(const Job& job, const Window& window, ProcessId process,
                                                    const ByteRange& bytes);

// Memory that was not attached because it overlaps other regions: later accesses to it follow from that mistake. (This
// also covers freed windows: an access to memory that was never attached is reported at the end.)
class RefusedAttachments {
 public:
  using Region = std::pair<WindowKey, ProcessId>;  // window, process
  void add(const Region& region, const ByteRange& bytes, Report::Number told);
  // The memory was attached after all, or other memory there was.
  void attached(const Region& region, const ByteRange& bytes);
  // The finding that explains why nothing is attached at one of these bytes.
  std::optional<Report::Number> told_of(const Region& region, const ByteRange& bytes) const;

 private:
  struct Refused {
    ByteRange bytes;
    Report::Number told;
  };
  std::map<Region, std::vector<Refused>> refused_;
};

// Accesses to memory that is attached nowhere. Those that one more MPI_Win_attach in the source would mend are one
// mistake: all of a window whose targets have never attached anything, and those to one part of a target's memory.
class ForgottenAttachments {
 public:
  // The process attaches something to the window.
  void attached(const WindowKey& window, ProcessId process) { attaching_.insert({window, process}); }
  // `is_attached`: memory is, but the access has no address of any.
  void add(const WindowKey& window, ProcessId process, const ByteRange& bytes, Report::Number told,
           bool is_attached = false);
  // To be called when all are known: the others follow from the one that comes first in the source.
  void link(Report& report) const;

 private:
  struct Access {
    WindowKey window;
    ProcessId process;
    ByteRange bytes;
    Report::Number told;
    bool is_attached = false;
  };
  bool is_one_mistake(const Access& one, const Access& other) const;
  std::set<std::pair<WindowKey, ProcessId>> attaching_;
  std::vector<Access> accesses_;
};

}  // namespace fencepost
