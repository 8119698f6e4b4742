// Operations that accesses have left. The last access that leaves an operation frees it, and by then its memory is no
// longer in the caches. So it stays here until a few more have come, while what its end reads is prefetched step by
// step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "job/operation.h"

namespace fencepost::index {

class LeavingOperations {
 public:
  void add(std::shared_ptr<const Operation>&& operation) {
    at_ = (at_ + 1) % kMost;
    call_for(operation.get(), kBefore);  // its reference count
    last_[at_] = std::move(operation);
    if (const Operation* const one = ends_soon(kMost / 3)) {
      for (std::size_t line = 0; line < kBefore + sizeof(Operation) + kAfter; line += kLine)
        call_for(one, kBefore - line);
    }
    if (const Operation* const one = ends_soon(kMost / 3 * 2)) {
      for (const SharedBytes* bytes : {&one->target_bytes, &one->origin_bytes, &one->result_bytes}) {
        call_for(bytes->set.get(), kBefore);
        call_for(bytes->set.get(), kBefore - kLine);
      }
    }
  }

 private:
  static constexpr std::size_t kMost = 15, kLine = 64;
  static constexpr std::size_t kBefore = 16;  // std::make_shared has the reference count before the object
  static constexpr std::size_t kAfter = 128;  // for the data that the engine adds

  // That many were added after it, and nothing else knows it; null: no.
  const Operation* ends_soon(std::size_t ago) const {
    const auto& one = last_[(at_ + kMost - ago) % kMost];
    return one.use_count() == 1 ? one.get() : nullptr;
  }
  static void call_for(const void* object, std::size_t before) {
    if (object != nullptr)
      __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(object) - before));
  }

  std::array<std::shared_ptr<const Operation>, kMost> last_;
  std::size_t at_ = 0;
};

}  // namespace fencepost::index
