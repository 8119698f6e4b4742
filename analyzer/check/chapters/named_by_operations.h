// The objects that a thread's operations name: in most cases the same as in one of the last operations.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "job/job.h"

namespace fencepost::check {

class NamedByOperations {
 public:
  std::shared_ptr<const Named> of(const Job& job, const Operation& operation) {
    const Key key{operation.window, operation.target_buffer.datatype, operation.origin.datatype,
                  operation.result.datatype};
    if (last_ == nullptr) last_ = std::make_unique<Last>();
    auto& [known, named] = (*last_)[(key.window.number() ^ key.target_type ^ key.origin_type) % last_->size()];
    if (named == nullptr || known != key) {
      Named made;
      job.name_window(made, key.window);
      for (const std::uint64_t type : {key.target_type, key.origin_type, key.result_type})
        job.name_datatype(made, operation.place.process, type);
      known = key;
      named = std::make_shared<const Named>(std::move(made));
    }
    return named;
  }
  void forget() { last_ = nullptr; }

 private:
  struct Key {
    WindowKey window;
    std::uint64_t target_type = 0, origin_type = 0, result_type = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  using Last = std::array<std::pair<Key, std::shared_ptr<const Named>>, 4>;
  std::unique_ptr<Last> last_;  // null: none
};

}  // namespace fencepost::check
