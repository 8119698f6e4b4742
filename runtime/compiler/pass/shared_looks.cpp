#include "pass/shared_looks.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "pass/calm_calls.h"
#include "pass/filter.h"

namespace fencepost::pass {

using namespace llvm;

bool SharedLooks::find_calm() const {
  CalmCalls calls;
  return none_of(instructions(function_), [&](const Instruction& instruction) {
    return is_boundary(instruction) && !calls.is_calm(instruction);
  });
}

// One that comes before `access` on all ways, and may be for it, too: no way from there leaves the loop and comes back,
// except through it.
SharedLooks::Look* SharedLooks::find(const MemoryAccess& access, const Loop* loop, Value* base, std::int64_t distance,
                                     const DominatorTree& dominators) {
  const std::int64_t end = distance + static_cast<std::int64_t>(access.size);
  for (Look* look : by_base_[base]) {
    const std::int64_t low = std::min(look->low, distance), high = std::max(look->high, end);
    if (look->loop != loop || high - low > std::int64_t{kWidestChecked} ||
        !dominators.dominates(look->at, access.instruction)) {
      continue;
    }
    look->low = low;
    look->high = high;
    look->is_shared = look->is_shared || look->at->getParent() != access.instruction->getParent();
    return look;
  }
  return nullptr;
}

void SharedLooks::plan(const Accesses& accesses) {
  if (accesses.size() < 2) return;
  is_calm_ = find_calm();
  DominatorTree dominators(function_);
  dominators.updateDFSNumbers();
  std::vector<std::pair<unsigned, std::size_t>> order;
  for (const auto& [i, access] : enumerate(accesses)) {
    const auto* node = dominators.getNode(access.instruction->getParent());
    if (node != nullptr) order.emplace_back(node->getDFSNumIn(), i);
  }
  std::sort(order.begin(), order.end());
  const DataLayout& layout = function_.getDataLayout();
  for (const auto& [number, i] : order) {
    const MemoryAccess& access = accesses[i];
    const Loop* loop = is_calm_ ? nullptr : quiet_.outermost_calm(access.instruction->getParent());
    if (!is_calm_ && loop == nullptr) continue;
    APInt offset(layout.getIndexTypeSizeInBits(access.address->getType()), 0);
    Value* base = access.address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    const std::int64_t distance = offset.getSExtValue();
    Look* look = find(access, loop, base, distance, dominators);
    if (look == nullptr) {
      looks_.push_back({loop, access.instruction, base, distance, distance + static_cast<std::int64_t>(access.size)});
      look = &looks_.back();
      by_base_[base].push_back(look);
    }
    known_[{access.instruction, access.address}] = look;
  }
}

void SharedLooks::make(function_ref<Value*(const Look&)> make) {
  for (Look& look : looks_) {
    if (look.is_shared) look.any = make(look);
  }
}

Value* SharedLooks::of(const MemoryAccess& access) const {
  const auto found = known_.find({access.instruction, access.address});
  return found != known_.end() ? found->second->any : nullptr;
}

}  // namespace fencepost::pass
