#include "findings/read_between.h"

namespace fencepost {
namespace {

constexpr std::size_t kMost = 256;  // each is compared with each

bool reads(const ConflictAccess& access) {
  return reads_only(access.kind) || (access.kind == AccessClass::kAtomic && access.operation->fetches());
}

}  // namespace

void ReadBetween::add(Report::Number finding, const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  if (conflict.kind != ConflictKind::kData || first.start.stream != second.start.stream || pairs_.size() == kMost)
    return;
  if (first.kind != AccessClass::kPut && first.kind != AccessClass::kOriginWrite) return;
  if (!reads(second) && second.kind != first.kind) return;
  pairs_.push_back({finding, first.place, first.kind, reads(second), second.start.event - first.start.event,
                    first.window, first.owner, first.memory_of, first.common});
}

const ReadBetween::Pair* ReadBetween::read_before(const Pair& write) const {
  for (const Pair& read : pairs_)
    if (read.reads && read.finding != write.finding && read.first == write.first && read.kind == write.kind &&
        read.distance < write.distance && read.window == write.window && read.owner == write.owner &&
        read.memory_of == write.memory_of && meet(read.common, write.common))
      return &read;
  return nullptr;
}

void ReadBetween::link(Report& report) const {
  for (const Pair& write : pairs_)
    if (const Pair* const read = write.reads ? nullptr : read_before(write))
      report.follows(write.finding, read->finding);
}

void ReadBetween::advise(Report& report) const {
  for (const Pair& write : pairs_)
    if (const Pair* const read = write.reads ? nullptr : read_before(write))
      report.advise_as(write.finding, read->finding);
}

}  // namespace fencepost
