#include "symbolize/number_flow.h"

#include <algorithm>
#include <capstone.h>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>

#include "symbolize/bytes_of_argument.h"
#include "symbolize/number_state.h"
#include "symbolize/number_steps.h"
#include "symbolize/parts_in_code.h"

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kMostSteps = 200000;
constexpr unsigned kMostRounds = 20;

// Registers and slots that are written where a test leads: they tell of the number where its ways meet again.
struct Implied {
  std::set<unsigned> registers;
  std::set<FrameSlot> slots;
  bool add(const Implied& more) {
    const std::size_t before = registers.size() + slots.size();
    registers.insert(more.registers.begin(), more.registers.end());
    slots.insert(more.slots.begin(), more.slots.end());
    return registers.size() + slots.size() != before;
  }
};

class NumberFlow {
 public:
  NumberFlow(const DecodedFunction& code, const PartsInCode* parts)
      : code_(code), parts_(parts), steps_(code, bytes_of_argument) {}

  // False: it is too much.
  bool follow();
  NumberUse use();
  std::vector<NumberTest> tests() const;

 private:
  bool flow();
  void find_meetings();
  bool imply();
  std::set<std::size_t> between(std::size_t jump) const;
  bool remains(std::size_t write, unsigned room, const std::set<std::size_t>& region, std::size_t meeting) const;
  std::optional<Implied> written_in(const std::set<std::size_t>& region, std::size_t meeting) const;
  bool tests_number(std::size_t i) const;

  const DecodedFunction& code_;
  const PartsInCode* parts_;
  NumberSteps steps_;
  std::map<std::size_t, NumberState> in_;
  std::map<std::size_t, Implied> implied_;
  std::vector<std::size_t> meeting_;  // where all ways from an instruction meet; count(): outside
  bool unknown_ = false, elsewhere_ = false, in_parts_ = false;
};

bool NumberFlow::flow() {
  in_.clear();
  in_[0].set(X86_REG_RSP, {NumberValue::kFrame, 0});
  std::set<std::size_t> todo{0};
  for (std::size_t done = 0; !todo.empty(); ++done) {
    if (done > kMostSteps) return false;
    const std::size_t i = *todo.begin();
    todo.erase(todo.begin());
    NumberState state = in_.at(i);
    steps_.step(i, state);
    for (const std::size_t to : code_.next(i)) {
      if (to >= code_.count()) continue;
      NumberState there = state;
      if (const auto implied = implied_.find(to); implied != implied_.end()) {
        for (const unsigned room : implied->second.registers) there.set(room, {NumberValue::kTells});
        for (const FrameSlot& slot : implied->second.slots) there.store(slot, {{NumberValue::kTells}, false});
      }
      const auto [known, added] = in_.try_emplace(to, there);
      if (added || known->second.join(there)) todo.insert(to);
    }
  }
  return true;
}

// The nearest instruction to which all ways lead: its dominator in the opposite direction.
void NumberFlow::find_meetings() {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  Graph graph(code_.count() + 1);
  for (std::size_t i = 0; i < code_.count(); ++i) {
    for (const std::size_t to : code_.next(i)) boost::add_edge(std::min(to, code_.count()), i, graph);
    if (code_.next(i).empty()) boost::add_edge(code_.count(), i, graph);
  }
  constexpr std::size_t kNone = ~std::size_t{0};
  meeting_.assign(code_.count() + 1, kNone);
  boost::lengauer_tarjan_dominator_tree(graph, boost::vertex(code_.count(), graph), meeting_.data());
  for (std::size_t& one : meeting_)
    if (one == kNone) one = code_.count();
}

bool NumberFlow::tests_number(std::size_t i) const {
  const auto state = in_.find(i);
  return state != in_.end() && code_.is_jump(i) && code_.instruction(i).id != X86_INS_JMP &&
         state->second.in(X86_REG_EFLAGS).tells();
}

// The instructions on the ways from a jump to where they meet.
std::set<std::size_t> NumberFlow::between(std::size_t jump) const {
  std::set<std::size_t> region;
  for (std::vector<std::size_t> todo = code_.next(jump); !todo.empty();) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (i >= code_.count() || i == meeting_[jump] || !region.insert(i).second) continue;
    todo.insert(todo.end(), code_.next(i).begin(), code_.next(i).end());
  }
  return region;
}

// Whether what an instruction has written may be there where the ways meet. (Calls leave only some registers alone.)
bool NumberFlow::remains(std::size_t write, unsigned room, const std::set<std::size_t>& region,
                         std::size_t meeting) const {
  constexpr unsigned kLeftAlone[] = {X86_REG_RBX, X86_REG_RBP, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15};
  const bool stays = std::ranges::find(kLeftAlone, room) != std::end(kLeftAlone);
  std::set<std::size_t> seen;
  for (std::vector<std::size_t> todo = code_.next(write); !todo.empty();) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (i == meeting) return true;
    if (!region.contains(i) || !seen.insert(i).second) continue;
    const Callee::Kind kind = code_.callee(i).kind;
    const bool is_hook = kind == Callee::kPassedLook || kind == Callee::kPushedLook;
    const bool lost = code_.instruction(i).id == X86_INS_CALL && !stays && !is_hook;
    if (!lost) todo.insert(todo.end(), code_.next(i).begin(), code_.next(i).end());
  }
  return false;
}

// Nothing: more than that happens there.
std::optional<Implied> NumberFlow::written_in(const std::set<std::size_t>& region, std::size_t meeting) const {
  Implied written;
  for (const std::size_t i : region) {
    const auto at = in_.find(i);
    if (at == in_.end()) continue;
    NumberState state = at->second;
    const NumberEffects effects = steps_.step(i, state);
    const bool calls = is_call_or_last_jump(code_, i);
    if (parts_->begins(i) || parts_->in_part(i) || effects.writes_elsewhere) return std::nullopt;
    // (Of the runtime's functions, only those are left that begin nothing.)
    const std::string callee = calls ? code_.name_of_callee(i) : "";
    const bool of_runtime = callee.starts_with("GOMP_") || callee.starts_with("__kmpc_");
    if (calls && !of_runtime && !only_tells(callee)) return std::nullopt;
    for (const unsigned room : effects.registers) {
      if (room == X86_REG_RSP || room == X86_REG_EFLAGS || state.in(room).is_frame()) continue;
      if (remains(i, room, region, meeting)) written.registers.insert(room);
    }
    const NumberValue top = state.in(X86_REG_RSP);
    for (const FrameSlot& slot : effects.slots)
      if (top.kind != NumberValue::kFrame || slot.begin >= top.at) written.slots.insert(slot);
  }
  return written;
}

// What tests of the number imply. Returns whether there is more than before.
bool NumberFlow::imply() {
  bool more = false;
  for (std::size_t i = 0; i < code_.count(); ++i) {
    if (!tests_number(i) || !parts_->may_follow(i)) continue;
    const std::optional<Implied> written = written_in(between(i), meeting_[i]);
    if (!written) {
      unknown_ = true;
    } else if (meeting_[i] < code_.count()) {
      more |= implied_[meeting_[i]].add(*written);
    }
  }
  return more;
}

bool NumberFlow::follow() {
  if (!flow()) return false;
  if (parts_ == nullptr) return true;
  find_meetings();
  for (unsigned round = 0; imply(); ++round)
    if (round == kMostRounds || !flow()) return false;
  return true;
}

NumberUse NumberFlow::use() {
  std::vector<FrameSlot> told, shown;
  for (const auto& [i, before] : in_) {
    NumberState state = before;
    NumberEffects effects = steps_.step(i, state);
    if (parts_->in_part(i) && effects.reads) in_parts_ = true;
    // (After the last part, nothing matters that becomes known elsewhere.)
    if (!parts_->may_follow(i) && !parts_->in_part(i)) continue;
    elsewhere_ |= effects.lets_out;
    shown.insert(shown.end(), effects.shown.begin(), effects.shown.end());
    told.insert(told.end(), effects.told.begin(), effects.told.end());
  }
  for (const auto& [i, implied] : implied_) told.insert(told.end(), implied.slots.begin(), implied.slots.end());
  for (const FrameSlot& one : told)
    elsewhere_ |= std::ranges::any_of(shown, [&](const FrameSlot& other) { return one.overlaps(other); });
  if (in_parts_) return NumberUse::kInParts;
  if (elsewhere_) return NumberUse::kElsewhere;
  return unknown_ ? NumberUse::kUnknown : NumberUse::kOnlyTests;
}

std::vector<NumberTest> NumberFlow::tests() const {
  std::vector<NumberTest> tests;
  for (std::size_t i = 0; i < code_.count(); ++i) {
    if (!tests_number(i) || code_.next(i).size() != 2) continue;
    const NumberValue flags = in_.at(i).in(X86_REG_EFLAGS);
    const unsigned id = code_.instruction(i).id;
    const bool less = flags.kind == NumberValue::kLess;
    const bool if_so =
        less ? id == X86_INS_JL || id == X86_INS_JB : id == X86_INS_JE || id == X86_INS_JLE || id == X86_INS_JBE;
    const bool if_not =
        less ? id == X86_INS_JGE || id == X86_INS_JAE : id == X86_INS_JNE || id == X86_INS_JG || id == X86_INS_JA;
    if (!if_so && !if_not) continue;
    if (!less && flags.kind != NumberValue::kFirst && flags.kind != NumberValue::kNotFirst) continue;
    const std::size_t target = code_.next(i)[0], after = code_.next(i)[1];
    const bool jumps = if_so == (flags.kind != NumberValue::kNotFirst);
    tests.push_back({i, jumps ? target : after, jumps ? after : target});
  }
  return tests;
}

bool asks_at(const DecodedFunction& code, std::uint64_t return_address) {
  for (std::size_t i = 0; i < code.count(); ++i)
    if (code.end_of(i) == return_address)
      return code.instruction(i).id == X86_INS_CALL && NumberSteps::is_asking(code.name_of_callee(i));
  return false;
}

}  // namespace

NumberUse use_of_number(const MachineCode& machine_code, const MachineCode::Function& function,
                        std::uint64_t return_address) {
  const DecodedFunction code(machine_code, function);
  if (!asks_at(code, return_address)) return NumberUse::kUnknown;
  const PartsInCode parts(machine_code, function, code);
  NumberFlow flow(code, &parts);
  if (parts.has_unseen_ways() || !flow.follow()) return NumberUse::kUnknown;
  return flow.use();
}

std::vector<NumberTest> tests_of_number(const DecodedFunction& code) {
  NumberFlow flow(code, nullptr);
  return flow.follow() ? flow.tests() : std::vector<NumberTest>{};
}

}  // namespace fencepost::symbolize
