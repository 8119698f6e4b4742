#include "segments/call_order.h"

#include <cstdint>

#include "record/vocabulary.h"
#include "segments/segment.h"

namespace fencepost::memory {

namespace {

constexpr std::uint64_t kObject = 1;  // no address
constexpr auto kKind = static_cast<std::uint64_t>(SyncObject::kCalls);

std::atomic<std::uint32_t> releases{0};

[[maybe_unused]] const bool told = order_events_by(&acquire_calls, &release_calls);

}  // namespace

void acquire_calls() {
  if (!record::active()) return;
  Segment* const segment = Segment::mine(0);
  if (segment == nullptr) return;
  const std::uint32_t count = releases.load(std::memory_order_acquire);
  // The analyzer leaves out loads and stores that do not come after an acquire.
  if (segment->order.calls_seen == count && segment->is_idle()) return;
  segment->order.calls_seen = count;
  record::write_from_signal(event::Acquire{record::next_order(), kObject, kKind});  // the segment comes after it
}

void release_calls() {
  if (!record::active()) return;
  Segment* const segment = Segment::mine(0);
  if (segment == nullptr) return;
  if (segment->order.calls_released == segment->news() && segment->is_idle()) return;
  segment->write(event::Release{record::next_order(), kObject, kKind});
  segment->order.calls_released = segment->news();
  const std::uint32_t before = releases.fetch_add(1, std::memory_order_acq_rel);
  if (segment->order.calls_seen == before) segment->order.calls_seen = before + 1;  // its own call is no news
}

}  // namespace fencepost::memory
