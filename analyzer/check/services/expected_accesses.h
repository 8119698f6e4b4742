// The accesses that an operation is about to make. With many ranks, the earlier ones that they will replace are no
// longer in the caches. So they are prefetched step by step, while the rules look at the operation.
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/container/static_vector.hpp>

#include "index/access_index.h"
#include "services/rma_operation.h"

namespace fencepost::check {

class ExpectedAccesses {
 public:
  ExpectedAccesses(const index::AccessIndex& index, const RmaOperation& operation) : index_(index) {
    expect(operation, operation.target_bytes, access_at_target(operation));
    expect(operation, operation.origin_bytes, AccessClass::kOriginRead);
    expect(operation, operation.result_bytes, AccessClass::kOriginWrite);
    for (const std::uint32_t key : keys_) index_.call_for_chain(key);
  }
  void call_for_entries() const {
    for (const std::uint32_t key : keys_) index_.call_for_entry(key);
  }
  void call_for_accesses() const {
    for (const std::uint32_t key : keys_) index_.call_for_access(key);
  }

 private:
  void expect(const RmaOperation& operation, const ByteSet& bytes, AccessClass kind) {
    if (bytes.empty()) return;
    keys_.push_back(index::AccessIndex::key_of(bytes.pieces.front(),
                                               {kind, operation.stream, operation.place.stack, 0, operation.locks}));
  }

  const index::AccessIndex& index_;
  boost::container::static_vector<std::uint32_t, 3> keys_;
};

}  // namespace fencepost::check
