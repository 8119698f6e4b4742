#include "pass/loop_copies.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

struct Copies {
  std::size_t first = 0;  // where it stands among all
  // How far behind the first one's row, which may be negative, and which access it is.
  SmallVector<std::pair<std::int64_t, std::size_t>, 8> rows;
};

// In other loops records are made for short rows, and others would be called.
bool can_be_joined(const HoistedAccess& what, const QuietLoops& quiet) {
  return what.exits.empty() && what.rows == nullptr && what.count != nullptr && !isa<SCEVConstant>(what.count) &&
         what.access.instruction->getDebugLoc() && quiet.outermost(what.preheader) == nullptr;
}

// (One line of the program, called from one place: their records are alike.)
bool are_alike(const HoistedAccess& a, const HoistedAccess& b) {
  return a.preheader == b.preheader && a.count == b.count && a.stride == b.stride && a.conditions == b.conditions &&
         a.access.size == b.access.size && a.access.kind == b.access.kind &&
         a.access.instruction->getDebugLoc() == b.access.instruction->getDebugLoc();
}

class Joining {
 public:
  explicit Joining(ScalarEvolution& evolution) : evolution_(evolution) {}

  void add(const std::vector<HoistedAccess>& hoisted, std::size_t i) {
    for (Copies& copies : all_) {
      if (!are_alike(hoisted[copies.first], hoisted[i])) continue;
      const auto* distance =
          dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(hoisted[i].first, hoisted[copies.first].first));
      if (distance == nullptr || distance->getAPInt().getSignificantBits() > 32) continue;
      copies.rows.emplace_back(distance->getAPInt().getSExtValue(), i);
      return;
    }
    Copies copies;
    copies.first = i;
    copies.rows.emplace_back(0, i);
    all_.push_back(copies);
  }

  void finish(const std::vector<HoistedAccess>& hoisted, std::vector<HoistedAccess>& result) {
    for (Copies& copies : all_) {
      std::sort(copies.rows.begin(), copies.rows.end());
      for (std::size_t begin = 0, end = 0; begin < copies.rows.size(); begin = end) {
        end = end_of_rows(copies, begin);
        HoistedAccess joined = hoisted[copies.rows[begin].second];
        const std::int64_t step = end - begin > 1 ? copies.rows[begin + 1].first - copies.rows[begin].first : 0;
        if (step != 0) make_rows(joined, step, end - begin);
        result.push_back(joined);
      }
    }
  }

 private:
  // Behind the last one from `begin` on at the same distance from each other.
  static std::size_t end_of_rows(const Copies& copies, std::size_t begin) {
    std::size_t end = begin + 1;
    const auto step = [&](std::size_t at) { return copies.rows[at].first - copies.rows[at - 1].first; };
    while (end < copies.rows.size() && step(end) == step(begin + 1)) ++end;
    return end;
  }

  void make_rows(HoistedAccess& what, std::int64_t step, std::size_t count) {
    Type* const word = what.stride->getType();
    const SCEV* const distance = evolution_.getConstant(word, static_cast<std::uint64_t>(step), /*isSigned=*/true);
    const SCEV* const rows = evolution_.getConstant(word, count);
    what.row_stride = distance;
    what.rows = rows;
    // Neighbours make a row.
    if (step != static_cast<std::int64_t>(what.access.size)) return;
    std::swap(what.stride, what.row_stride);
    std::swap(what.count, what.rows);
  }

  ScalarEvolution& evolution_;
  std::vector<Copies> all_;
};

}  // namespace

std::vector<HoistedAccess> join_copies(const std::vector<HoistedAccess>& hoisted, const QuietLoops& quiet,
                                       ScalarEvolution& evolution) {
  std::vector<HoistedAccess> result;
  Joining joining(evolution);
  for (std::size_t i = 0; i < hoisted.size(); ++i) {
    if (can_be_joined(hoisted[i], quiet)) {
      joining.add(hoisted, i);
    } else {
      result.push_back(hoisted[i]);
    }
  }
  joining.finish(hoisted, result);
  return result;
}

}  // namespace fencepost::pass
