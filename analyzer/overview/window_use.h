// What one window was used for: how often it was synchronized, who moved how much to whom, and which bytes.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "job/job.h"
#include "model/overview.h"

namespace fencepost::overview {

class WindowUse {
 public:
  explicit WindowUse(const Window& window);

  WindowOverview& told() { return told_; }
  std::uint64_t operations() const { return told_.operations; }

  void operation(const Job& job, const Window& window, const Operation& operation, int origin);
  // A load or store at this offset into the part of a rank of the window.
  void local(const Window& window, int rank, std::uint64_t offset, std::uint64_t end);

  // What is known at the end (or when it is gone); `name` as findings call it.
  WindowOverview take(const Window& window, std::string name);

 private:
  OverviewBytes* part_of(const Window& window, int rank);
  void mark(std::vector<std::uint64_t>& cells, std::uint64_t size, std::uint64_t begin, std::uint64_t end) const;

  WindowOverview told_;
  std::map<std::pair<int, int>, std::pair<std::uint64_t, std::uint64_t>> traffic_;  // operations, bytes by groups
  std::map<int, OverviewBytes> parts_;
};

}  // namespace fencepost::overview
