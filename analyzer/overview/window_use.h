// How one window was used: how often it was synchronized, who moved how much to whom, and which bytes.
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

  void operation(const Job& job, const Window& window, const Operation& operation, Rank origin);
  // A load or store of rank `by` at this offset in the part of a rank of the window.
  void local(const Window& window, Rank rank, Rank by, std::uint64_t offset, std::uint64_t end);

  // The result at the end (or when the window is gone); `name` and `memory` as in findings.
  WindowOverview take(const Window& window, std::string name, std::string memory);

 private:
  // How often each cell of a part was accessed in one way, and by whom.
  struct Cells {
    std::vector<std::uint64_t>& counts;
    std::vector<std::uint64_t>& by;
  };
  OverviewBytes* part_of(const Window& window, Rank rank);
  void mark(Cells cells, std::uint64_t size, std::uint64_t begin, std::uint64_t end, Rank by);
  std::uint64_t with(std::uint64_t who, Rank rank);

  static constexpr std::uint64_t kMany = 0, kNobody = 1;  // in WindowOverview::who
  WindowOverview told_;
  std::map<std::vector<int>, std::uint64_t> sets_;                // of ranks: their index in told_.who
  std::map<std::pair<std::uint64_t, Rank>, std::uint64_t> with_;  // a set with one rank more

  std::map<std::pair<int, int>, std::pair<std::uint64_t, std::uint64_t>> traffic_;  // operations, bytes by groups
  std::map<Rank, OverviewBytes> parts_;
};

}  // namespace fencepost::overview
