#include "numbers/number_set.h"

#include <algorithm>

namespace fencepost {

// The first run that contains the number or is above it.
std::size_t NumberSet::first_that_ends_after(Number number) const {
  const auto at =
      std::upper_bound(runs_.begin(), runs_.end(), number, [](Number n, const Run& run) { return n < run.end; });
  return static_cast<std::size_t>(at - runs_.begin());
}

bool NumberSet::contains(Number number) const {
  const std::size_t at = first_that_ends_after(number);
  return at != runs_.size() && runs_[at].begin <= number;
}

std::vector<NumberSet::Number> NumberSet::list() const {
  std::vector<Number> numbers;
  for (const Run& run : runs_) {
    for (Number number = run.begin; number != run.end; ++number) numbers.push_back(number);
  }
  return numbers;
}

// Merges the new run with all runs that it touches.
void NumberSet::add_run(Run run) {
  const std::size_t from = run.begin == 0 ? 0 : first_that_ends_after(run.begin - 1);
  std::size_t to = from;
  for (; to != runs_.size() && runs_[to].begin <= run.end; ++to) {
    run.begin = std::min(run.begin, runs_[to].begin);
    run.end = std::max(run.end, runs_[to].end);
  }
  const auto at = runs_.begin();
  if (from == to) {
    runs_.insert(at + static_cast<std::ptrdiff_t>(from), run);
  } else {
    runs_[from] = run;
    runs_.erase(at + static_cast<std::ptrdiff_t>(from + 1), at + static_cast<std::ptrdiff_t>(to));
  }
}

void NumberSet::remove_run(Run run) {
  const std::size_t from = first_that_ends_after(run.begin);
  std::vector<Run> left;  // of the runs that it meets: at most a piece before it and one after it
  std::size_t to = from;
  for (; to != runs_.size() && runs_[to].begin < run.end; ++to) {
    if (runs_[to].begin < run.begin) left.push_back({runs_[to].begin, run.begin});
    if (runs_[to].end > run.end) left.push_back({run.end, runs_[to].end});
  }
  const auto at =
      runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(from), runs_.begin() + static_cast<std::ptrdiff_t>(to));
  runs_.insert(at, left.begin(), left.end());
}

void NumberSet::add(const NumberSet& other) {
  for (const Run& run : std::vector<Run>(other.runs_)) add_run(run);
}

void NumberSet::remove(const NumberSet& other) {
  for (const Run& run : std::vector<Run>(other.runs_)) remove_run(run);
}

}  // namespace fencepost
