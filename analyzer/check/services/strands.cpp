#include "services/strands.h"

#include <algorithm>
#include <utility>

#include "record/sync_object.h"

namespace fencepost::check {

namespace {
std::uint64_t number_at(const event::Acquire& event, unsigned place) {
  return event.kind >> place & ((std::uint64_t{1} << FENCEPOST_STRAND_BITS) - 1);
}
}  // namespace

void Strands::tell(Thread& thread, const event::Acquire& event, SharedClocks released) {
  OfThread& side = threads_.of(thread);
  if ((event.kind & FENCEPOST_STRAND) != 0) return enter(side, thread, event, std::move(released));
  if ((event.kind & FENCEPOST_NUMBER_ASKED) == FENCEPOST_NUMBER_ASKED) return asks_for_number(side, thread, event);
  if ((event.kind & FENCEPOST_STRAND_IS_SPECIAL) != 0) {
    auto& asked_at = side.special.try_emplace(side.current, Special{thread.tick, {}}).first->second.asked_at;
    if (event.object != 0 && std::ranges::find(asked_at, event.object) == asked_at.end())
      asked_at.push_back(event.object);
  }
  if ((event.kind & FENCEPOST_STRAND_IS_COMMON) != 0) side.special.erase(side.current);
  if ((event.kind & FENCEPOST_CODE_OF_STRANDS) == FENCEPOST_CODE_OF_STRANDS) {
    side.code = code_.code_of_strands(thread.name.process, event.object);
    return;
  }
  ByteRange& other = (event.kind & FENCEPOST_OWN_IF_ALLOCATED) != 0 ? side.allocated : side.other;
  if ((event.kind & FENCEPOST_STACK_BEGINS) != 0) side.stack.begin = event.object;
  if ((event.kind & FENCEPOST_STACK_ENDS) != 0) side.stack.end = event.object;
  if ((event.kind & FENCEPOST_OWN_BEGINS) != 0) other.begin = event.object;
  if ((event.kind & FENCEPOST_OWN_ENDS) != 0) other.end = event.object;
}

void Strands::asks_for_number(OfThread& side, Thread& thread, const event::Acquire& event) {
  Number& number = side.numbers[side.current];
  if ((event.kind & FENCEPOST_STRAND_IS_COMMON) != 0) {
    number = {};
    side.left_out = nullptr;
  }
  const bool compared = (event.kind & FENCEPOST_STRAND_HAS_ENDED) != 0;
  const NumberUse use = code_.use_of_number(thread.name.process, event.object);
  const bool depends = use == NumberUse::kInParts || use == NumberUse::kElsewhere;
  if (depends || (!compared && use == NumberUse::kUnknown)) {
    number.orders = true;
    if (side.left_out) clocks_.join(thread, *std::exchange(side.left_out, nullptr));
  } else if (!compared && (event.kind & FENCEPOST_STRAND_IS_SPECIAL) != 0 &&
             std::ranges::find(number.asked_at, event.object) == number.asked_at.end()) {
    number.asked_at.push_back(event.object);
  }
}

bool Strands::orders_by_number(const Thread& thread) {
  const OfThread& side = threads_.of(thread);
  const auto found = side.numbers.find(side.home);
  return found == side.numbers.end() || found->second.orders;
}

void Strands::enter(OfThread& side, Thread& thread, const event::Acquire& event, SharedClocks released) {
  if (number_at(event, FENCEPOST_STRAND_NUMBER) == side.current) return;
  if (side.code.by_thread) {
    took_order_of_run_ |= side.done != nullptr;
    side.done = clocks_.publish(thread);
  }
  change(side, thread, event, std::move(released));
  if (side.code.by_thread) clocks_.join(thread, *side.done);
}

void Strands::change(OfThread& side, Thread& thread, const event::Acquire& event, SharedClocks released) {
  const std::uint64_t strand = number_at(event, FENCEPOST_STRAND_NUMBER);
  const std::uint64_t from = number_at(event, FENCEPOST_STRAND_FROM);
  const StreamNumber place = thread.number;
  if ((event.kind & FENCEPOST_STRAND_HAS_ENDED) != 0) {
    // (The events about its end came before the current event.)
    side.ended.push_back({place, thread.tick - 1});
    // (Another strand will get its number after millions.)
    side.numbers.erase(side.current);
    side.special.erase(side.current);
  } else {
    side.left.insert_or_assign(side.current, static_cast<const ThreadClock&>(thread));
  }
  side.current = strand;
  side.home = strand;
  if (const auto known = side.left.extract(strand); !known.empty()) return Clocks::resume(thread, known.mapped());
  const auto parent = side.left.find(from);
  const bool is_part = !released && parent != side.left.end();
  if (is_part) side.home = from;
  if (!released) released = known_at_begin(side, thread, from);
  const StreamNumber construct = is_part ? parent->second.number : ThreadClock::kNoNumber;
  clocks_.begin_strand(thread, *released, place_for(side, *released));
  const ByteRange& other = side.code.allocates && side.allocated.end != 0 ? side.allocated : side.other;
  own(thread.number) = {thread.name, is_part ? construct : thread.number, side.stack, other};
  if (is_part) own(construct) = {thread.name, construct, side.stack, other};
}

SharedClocks Strands::known_at_begin(const OfThread& side, const Thread& thread, std::uint64_t from) const {
  const auto parent = side.left.find(from);
  if (parent == side.left.end()) return clocks_.publish(thread);
  const auto special = side.special.find(from);
  const Tick own = special != side.special.end() ? special->second.since : parent->second.tick;
  return Clocks::known_by(parent->second, own);
}

// A place whose end `known` contains. If there are many places, otherwise the one that ended first.
StreamNumber Strands::place_for(OfThread& side, const order::Clocks& known) {
  for (auto one = side.ended.begin(); one != side.ended.end(); ++one) {
    if (!known.strong().covers(one->place, one->tick)) continue;
    const StreamNumber place = one->place;
    side.ended.erase(one);
    return place;
  }
  if (side.ended.size() < kMostEnded) return ThreadClock::kNoNumber;
  const StreamNumber place = side.ended.front().place;
  side.ended.pop_front();
  return place;
}

Strands::Own& Strands::own(StreamNumber place) {
  if (own_.size() <= place) own_.resize(place + 1);
  return own_[place];
}

Strands::OwnMemory Strands::own_memory(const index::Activity& earlier, const index::Activity& later,
                                       ByteRange bytes) const {
  using enum OwnMemory;
  if (earlier.process != later.process || earlier.stream == later.stream || !earlier.ended()) return kNo;
  if (earlier.stream >= own_.size() || later.stream >= own_.size()) return kNo;
  const Own &one = own_[earlier.stream], &other = own_[later.stream];
  if (!one.thread.process.known() || one.thread != other.thread) return kNo;
  if (one.stack.holds(bytes) && other.stack.holds(bytes)) return kStack;
  if (earlier.role == AccessRole::kTarget || later.role == AccessRole::kTarget) return kNo;
  return one.other.holds(bytes) && other.other.holds(bytes) ? kUnlessShared : kNo;
}

bool Strands::has_run(const Thread& thread, StreamNumber part) const {
  return part < own_.size() && own_[part].construct == thread.number && own_[part].thread == thread.name;
}

std::vector<std::uint64_t> Strands::asked_at(const Thread& thread) {
  const OfThread& side = threads_.of(thread);
  std::vector<std::uint64_t> all;
  if (const auto found = side.special.find(side.current); found != side.special.end()) all = found->second.asked_at;
  if (const auto found = side.numbers.find(side.current); found != side.numbers.end() && !found->second.orders)
    all.insert(all.end(), found->second.asked_at.begin(), found->second.asked_at.end());
  return all;
}

void Strands::add_floors(const Thread& thread, Floors& floors) {
  for (const auto& [strand, known] : threads_.of(thread).left) floors.add(known.known().strong(), known.number);
}

}  // namespace fencepost::check
