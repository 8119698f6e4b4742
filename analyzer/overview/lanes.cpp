#include "overview/lanes.h"

#include <algorithm>

namespace fencepost::overview {
namespace {

// Of all lanes together: some megabytes in memory, less than one in a report.
constexpr std::size_t kMostCells = 1 << 18;
constexpr std::size_t kMostSlots = 4'096;

std::uint64_t& at(std::vector<std::uint64_t>& column, std::size_t slot) {
  if (column.size() <= slot) column.resize(slot + 1);
  return column[slot];
}

template <class Join>
void halve(std::vector<std::uint64_t>& column, Join join) {
  for (std::size_t i = 0; i < column.size(); i += 2)
    column[i / 2] = i + 1 < column.size() ? join(column[i], column[i + 1]) : column[i];
  column.resize((column.size() + 1) / 2);
}

}  // namespace

Lanes::Lanes(std::size_t processes, std::size_t most_lanes)
    : processes_(processes), ranks_in_lane_((std::max<std::size_t>(processes, 1) + most_lanes - 1) / most_lanes) {
  const std::size_t count = (processes + ranks_in_lane_ - 1) / ranks_in_lane_;
  lanes_.resize(count);
  most_slots_ = std::min(kMostSlots, kMostCells / std::max<std::size_t>(count, 1));
}

std::uint64_t Lanes::since_start(std::uint64_t time) {
  if (time == 0) return 0;
  if (start_ == 0) start_ = time;
  const std::uint64_t since = time > start_ ? time - start_ : 0;
  last_ = std::max(last_, since);
  return since;
}

std::size_t Lanes::slot_of(std::uint64_t since_start) {
  while (since_start / slot_ >= most_slots_) widen();
  return static_cast<std::size_t>(since_start / slot_);
}

void Lanes::widen() {
  slot_ *= 2;
  for (OverviewLane& lane : lanes_) {
    halve(lane.operations, [](std::uint64_t a, std::uint64_t b) { return a + b; });
    halve(lane.epochs, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
}

void Lanes::operation(ProcessId process, std::uint64_t since_start) {
  const std::size_t slot = slot_of(since_start);
  ++at(lanes_[lane_of(process)].operations, slot);
}

void Lanes::epoch(ProcessId process, EpochBar kind, std::uint64_t begin, std::uint64_t end) {
  const std::size_t last = slot_of(std::max(begin, end));  // first: it may widen the slots
  const std::size_t first = slot_of(begin);
  for (std::size_t slot = first; slot <= last; ++slot)
    at(lanes_[lane_of(process)].epochs, slot) |= std::uint64_t{1} << static_cast<unsigned>(kind);
}

std::vector<OverviewLane> Lanes::take() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].first = static_cast<int>(i * ranks_in_lane_);
    lanes_[i].last = static_cast<int>(std::min(processes_, (i + 1) * ranks_in_lane_)) - 1;
  }
  return std::move(lanes_);
}

}  // namespace fencepost::overview
