// The memory attached to a dynamic window, and what of it an operation reaches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "findings/report.h"
#include "job/epochs.h"
#include "job/memory.h"

namespace fencepost {

// The regions in which the bytes (addresses of the process that attached them) lie: none if some byte lies in no
// region.
std::vector<const Attachment*> attachments_of(const std::map<std::uint64_t, Attachment>& attached, const Pieces& bytes);

// What was to be attached and was not, because it overlaps other regions: that it is not there afterwards follows from
// that mistake. (Of windows that are gone as well: an access to what was never attached is told at the end.)
class RefusedAttachments {
 public:
  using Region = std::pair<WindowKey, int>;  // window, process
  void add(const Region& region, const ByteRange& bytes, Report::Number told);
  // It was attached after all, or something else there.
  void attached(const Region& region, const ByteRange& bytes);
  // The finding that tells why nothing is attached at one of these bytes.
  std::optional<Report::Number> told_of(const Region& region, const ByteRange& bytes) const;

 private:
  struct Refused {
    ByteRange bytes;
    Report::Number told;
  };
  std::map<Region, std::vector<Refused>> refused_;
};

}  // namespace fencepost
