// Conditions that must be true inside the analyzer, each with the sentence that it stands for.
//
//   FENCEPOST_ASSERT(condition, "what is parked is not queued");        costs a comparison: always on
//   FENCEPOST_ASSERT_ALL(condition, "a clock is sorted by stream");     examines more: with FENCEPOST_INVARIANTS=all
//
// FENCEPOST_INVARIANTS=all in the environment is for tests, soak, and users who doubt a report.
//
// A broken one ends the analysis, not the process: the report keeps earlier findings, names the sentence and the place
// as an error of Fencepost itself, and the exit status is 2. It never becomes a wrong finding.
#pragma once

#include <stdexcept>

namespace fencepost {

class BrokenInvariant : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

extern const bool checks_all_invariants;

// Throws BrokenInvariant.
[[noreturn, gnu::cold, gnu::noinline]] void invariant_is_broken(const char* sentence, const char* file, int line);

}  // namespace fencepost

#define FENCEPOST_ASSERT(condition, sentence)                 \
  (__builtin_expect(static_cast<bool>(condition), 1) ? void() \
                                                     : ::fencepost::invariant_is_broken(sentence, __FILE__, __LINE__))

#define FENCEPOST_ASSERT_ALL(condition, sentence) \
  (__builtin_expect(::fencepost::checks_all_invariants, 0) ? FENCEPOST_ASSERT(condition, sentence) : void())
