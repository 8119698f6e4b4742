// A set of mostly consecutive numbers, such as the threads of a process: it has one more run than gaps. Every part of
// the analyzer includes this header, so it uses nothing that is slow to compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost {

class NumberSet {
 public:
  using Number = std::uint64_t;

  bool empty() const { return runs_.empty(); }
  bool contains(Number number) const;
  Number first() const { return runs_.front().begin; }  // of a set that is not empty
  std::vector<Number> list() const;                     // ascending

  // Less than the largest number of the type.
  void add(Number number) { add_run({number, number + 1}); }
  void remove(Number number) { remove_run({number, number + 1}); }
  void add(const NumberSet& other);
  void remove(const NumberSet& other);

  friend bool operator==(const NumberSet&, const NumberSet&) = default;

 private:
  struct Run {
    Number begin = 0, end = 0;
    friend bool operator==(const Run&, const Run&) = default;
  };
  std::size_t first_that_ends_after(Number number) const;
  void add_run(Run run);
  void remove_run(Run run);

  std::vector<Run> runs_;  // ascending; none is empty, and there is a gap between any two
};

}  // namespace fencepost
