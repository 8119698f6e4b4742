#include "symbolize/waiting_loop.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "symbolize/abstract_loop.h"
#include "symbolize/decoded_function.h"

namespace fencepost::symbolize {
namespace abstract {
namespace {

constexpr std::size_t kMostSteps = 10000;  // in one round

}  // namespace

// One round, on all paths.
bool Loop::run() {
  in_.clear();
  out_.clear();
  compared_.clear();
  in_[head_];
  std::set<std::size_t> todo{head_};
  for (std::size_t steps = 0; !todo.empty(); ++steps) {
    if (steps > kMostSteps) return false;
    const std::size_t at = *todo.begin();
    todo.erase(todo.begin());
    State state = in_[at];
    if (!step(at, state)) return false;
    if (code_.next(at).size() > 1) {
      Value way = get(state, kWay);
      way.loads |= get(state, X86_REG_EFLAGS).loads;
      state[kWay] = way;
    }
    for (const std::size_t next : code_.next(at)) {
      if (next == head_ || !body_.contains(next)) continue;
      const auto [known, first] = in_.try_emplace(next, state);
      bool changed = first;
      if (!first) {
        State joined;
        const std::uint64_t deciding = get(known->second, kWay).loads | get(state, kWay).loads;
        for (const State* side : {&known->second, &state}) {
          for (const auto& [room, value] : *side) {
            const Value a = get(known->second, room), b = get(state, room);
            joined[room] = met(next, room, a, b, deciding);
          }
        }
        changed = joined != known->second;
        known->second = std::move(joined);
      }
      if (changed) todo.insert(next);
    }
    out_[at] = std::move(state);
  }
  return true;
}

// What a round leaves in a register or slot, on any jump back.
Value Loop::left_in(Room room) {
  std::optional<Value> left;
  std::uint64_t deciding = 0;
  for (const std::size_t last : code_.before(head_)) {
    if (!body_.contains(last)) continue;
    const State& end = out_[last];
    deciding |= get(end, kWay).loads;
    left = left ? met(head_, room, *left, get(end, room), deciding) : get(end, room);
  }
  return left.value_or(initial(room));
}

std::size_t Loop::where_jumps_lead(std::size_t at) const {
  for (std::size_t steps = 0; steps < kMostSteps && at < code_.count(); ++steps) {
    if (code_.instruction(at).id != X86_INS_JMP || code_.next(at).size() != 1) break;
    at = code_.next(at).front();
  }
  return at;
}

// The loads that decide whether the loop is left; 0: other things decide as well, or nothing that is loaded.
std::uint64_t Loop::leaving_loads() {
  std::uint64_t loads = 0;
  // A value that is compared to a load was loaded at the end of the previous round, and not from that same place.
  for (const auto& [room, to] : compared_) {
    const Value left = left_in(room);
    if (left.kind != Value::kSteady || left.loads == 0 || (left.loads & to) != 0) return 0;
  }
  std::set<std::size_t> exits;
  for (const auto& [at, state] : out_) {
    const auto& ways = code_.next(at);
    for (const std::size_t way : ways)
      if (!body_.contains(way)) exits.insert(where_jumps_lead(way));
    if (ways.size() == 1 && body_.contains(ways.front())) continue;
    const Value flags = get(state, X86_REG_EFLAGS);
    std::uint64_t decisive = flags.loads;
    if (flags.kind == Value::kKept && !alone_) {  // a counter, or what was seen in an earlier round
      const Value left = left_in(flags.id);
      if (left.kind != Value::kSteady && (left.kind != Value::kKept || left.id != flags.id)) return 0;
      decisive |= left.loads;
    } else if (flags.kind != Value::kSteady && flags.kind != Value::kOwn) {
      return 0;
    }
    if (!std::ranges::all_of(ways, [&](std::size_t way) { return body_.contains(way); })) loads |= decisive;
  }
  return alone_ && exits.size() != 1 ? 0 : loads;
}

// The first load after a hook's call is the one that it reported. (The first look may be reported before the loop.)
std::uint64_t Loop::loads_behind(std::size_t call) const {
  if (code_.callee(call).kind == Callee::kAtomicLoad || code_.callee(call).kind == Callee::kFetch) {
    const auto own = loads_at_.find(call);
    return own != loads_at_.end() ? own->second : 0;
  }
  for (std::size_t at = call, steps = 0; steps < kMostSteps && code_.next(at).size() == 1; ++steps) {
    at = code_.next(at).front();
    if (const auto load = loads_at_.find(at); load != loads_at_.end()) return load->second;
    if (const std::uint64_t loads = loads_for_first_round(at); loads != 0) return loads;
    const unsigned id = at < code_.count() ? code_.instruction(at).id : unsigned{X86_INS_CALL};
    const bool elsewhere = !body_.contains(at) && id != X86_INS_JMP && id != X86_INS_NOP;
    if (elsewhere || (id == X86_INS_CALL && code_.callee(at).kind != Callee::kOrders)) break;
  }
  return 0;
}

// The code that loads for the next round at the end of a round is repeated before the loop.
std::uint64_t Loop::loads_for_first_round(std::size_t at) const {
  if (compared_.empty() || at >= code_.count() || body_.contains(at)) return 0;
  const auto text = [&](std::size_t i) {
    return std::string(code_.instruction(i).mnemonic) + " " + code_.instruction(i).op_str;
  };
  const cs_x86_op& to = code_.detail(at).operands[0];
  if (to.type != X86_OP_REG || !compared_.contains(whole_register(to.reg))) return 0;
  const std::vector<std::size_t> writers = code_.writers_of(whole_register(to.reg), head_);
  if (std::ranges::find(writers, at) == writers.end()) return 0;
  for (const std::size_t again : writers) {
    if (const auto load = loads_at_.find(again); load != loads_at_.end() && text(again) == text(at))
      return load->second;
  }
  return 0;
}

std::set<std::size_t> Loop::waits_for(const std::vector<std::size_t>& looks) {
  for (bool changed = true; changed;) {
    const std::size_t known = fetched_.size() + looked_at_.size();
    if (!run()) return {};
    changed = fetched_.size() + looked_at_.size() > known;
    for (const std::size_t last : code_.before(head_)) {
      const auto end = out_.find(last);
      if (end == out_.end()) continue;
      for (const auto& [room, value] : end->second) {
        if (room == kWay || value == initial(room)) continue;
        const bool own = value.kind == Value::kOwn && value.loads == 0;
        const Value::Kind kind = own ? Value::kOwn : Value::kKept;
        const auto [varies, first] = varying_.try_emplace(room, kind);
        changed |= first || kind < varies->second;
        varies->second = std::min(varies->second, kind);
      }
    }
  }
  if (stores_ && bases_ == (kByStackPointer | kByFramePointer)) return {};
  const std::uint64_t decisive = leaving_loads();
  std::set<std::size_t> calls;
  for (const std::size_t look : looks) {
    if (locks_ && code_.callee(look).kind != Callee::kFetch) continue;
    if ((loads_behind(look) & decisive) != 0) calls.insert(look);
  }
  return calls;
}

}  // namespace abstract

std::vector<Look> looks_in(const MachineCode& machine_code, const MachineCode::Function& function) {
  const DecodedFunction code(machine_code, function);
  std::vector<Look> looks;
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < code.count(); ++i)
    if (code.callee(i).tells_of_load() || code.callee(i).kind == Callee::kFetch) calls.push_back(i);
  if (calls.empty()) return {};
  std::set<std::size_t> waiting;
  const auto look_at = [&](const DecodedFunction::Loop& loop, bool alone) {
    const std::vector<std::size_t> body = code.body_of(loop);
    if (!body.empty()) waiting.merge(abstract::Loop(code, loop.head, body, alone).waits_for(calls));
  };
  for (const DecodedFunction::Loop& loop : code.loops()) {
    look_at(loop, false);
    // A loop inside another one may share its head: one of the
    // jumps back belongs to the outer loop, or all but one do.
    const std::size_t jumps = loop.jumps_back.size();
    for (std::size_t i = 0; jumps > 1 && i < jumps; ++i) {
      look_at({loop.head, {loop.jumps_back[i]}}, true);
      if (jumps < 3) continue;
      auto others = loop.jumps_back;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      look_at({loop.head, std::move(others)}, true);
    }
  }
  for (const std::size_t call : calls) looks.push_back({code.end_of(call), waiting.contains(call)});
  return looks;
}

}  // namespace fencepost::symbolize
