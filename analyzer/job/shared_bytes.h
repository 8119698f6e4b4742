// A set of bytes that does not change any more. Operations in a loop often have the same one: copies share it. An empty
// one takes no memory.
#pragma once

#include <memory>
#include <utility>

#include "job/memory.h"
#include "job/recycled.h"

namespace fencepost {

struct SharedBytes {
  std::shared_ptr<const ByteSet> set;  // null: no bytes

  SharedBytes() = default;
  SharedBytes(ByteSet bytes) {
    if (!bytes.empty() || !bytes.elsewhere.empty()) set = make_recycled<ByteSet>(std::move(bytes));
  }
  const ByteSet& operator*() const { return set ? *set : kNone; }
  const ByteSet* operator->() const { return &**this; }
  operator const ByteSet&() const { return **this; }
  bool empty() const { return (*this)->empty(); }

  friend bool operator==(const SharedBytes& one, const SharedBytes& other) {
    return one.set == other.set || *one == *other;
  }

 private:
  static inline const ByteSet kNone;
};

}  // namespace fencepost
