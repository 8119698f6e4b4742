#include "facts/calls_made.h"

#include "facts/source_order.h"

namespace fencepost {

void CallsMade::on(const event::FenceBegin&, const Here& here) {
  made(here.place);
}

void CallsMade::on(const event::CollectiveBegin&, const Here& here) {
  made(here.place);
}

void CallsMade::made(const Place& call) {
  auto& [place, count] = made_.grown(call.process)[call.stack];
  place = call;
  ++count;
}

std::uint64_t CallsMade::at(ProcessId process, const Place& like, Symbolizer& source) const {
  const SourceLocation statement = source.statement(like);
  std::uint64_t count = 0;
  if (!made_.has(process)) return count;
  for (const auto& [stack, made] : made_[process]) {
    if (made.place.call != like.call) continue;
    const SourceLocation its = source.statement(made.place);
    if (its.file == statement.file && its.line == statement.line) count += made.count;
  }
  return count;
}

LeftOut left_out(const Place& one, const Place& other, const CallsMade& made, Symbolizer& source) {
  const SourceOrder order = source_order(one, other, source);
  if (order != SourceOrder::kBefore && order != SourceOrder::kAfter) return {};
  const Place &early = order == SourceOrder::kBefore ? one : other, &late = order == SourceOrder::kBefore ? other : one;
  const std::uint64_t early_there = made.at(late.process, early, source),
                      late_there = made.at(late.process, late, source);
  const std::uint64_t early_here = made.at(early.process, early, source),
                      late_here = made.at(early.process, late, source);
  // Who waits at the later statement has passed the earlier one as often: the other one has begun the next round.
  if (early_there == late_there && late_here < late_there && early_here > early_there) return {early.process, late};
  if (early_there < late_there && late_there == early_here) return {late.process, early};
  return {};
}

}  // namespace fencepost
