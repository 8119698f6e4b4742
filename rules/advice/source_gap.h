// Places in the source for a call that several ranks must reach, a barrier or a fence: between a statement of the one
// and a statement of the other, where all who come through the block that contains both leave it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// One place for the call. A thread reaches it when it goes from a statement of these lines of the function to a later
// one (or out of the function); or, if `entered`, when it enters these lines.
struct SourceGap {
  std::string file;
  int function_first = 0, function_last = 0;  // lines
  int first = 0, last = 0;
  bool entered = false;
  // The loop around it, if there is one, and the loops inside that loop that come after it: lines.
  std::pair<int, int> loop = {0, 0};
  std::vector<std::pair<int, int>> inner;
  std::vector<std::pair<int, int>> loops;  // all loops inside `loop`
  int line = 0;                            // the call comes before this line
  int beside = 0;                          // the line whose indentation it takes
  // The block to which the call is added, if not all ranks need enter it: only those that enter come through. Then
  // `inner` has the loops inside it.
  std::pair<int, int> block = {0, 0};
  int condition = 0;         // the line of an `if` whose body is divided: all pass between its parts
  bool adds_else = false;    // for those who come through none of the branches: they get one more, before its last line
  bool may_be_left = false;  // the function, before it: a rank that leaves it need not have come through
  bool holds(int at) const { return first <= at && at <= last; }
  // Whether a line belongs to each round of the loop around it, not to a round of a loop inside.
  bool is_of_round(int at) const;
  // Whether a thread passes it on its way from one line of the function to another (0: outside).
  bool is_crossed(int from, int to) const;

 private:
  bool is_crossed_in_block(int from, int to) const;
  bool is_crossed_in_loop(int from, int to) const;
  // From one round of the surrounding loop to the next.
  bool comes_round(int from, int to) const;
};

// The places where ranks can meet between the fix's `place` and what must come after it (in the next round of a loop,
// if the fix says so): one place that all pass, or one in each branch of an `if`. If the two are in different
// functions, the place is where the calls that lead to them part. Empty: the source does not make it certain. `words`:
// the names in the call.
std::vector<SourceGap> gaps_of(const Fix& fix, const std::string& words, SourceLines& sources);

// For two places in different functions: the words as they are named where the calls that lead to the two part.
// Nothing: the source does not make it certain.
std::optional<std::string> words_where_they_part(const Fix& fix, const std::string& words, SourceLines& sources);

// A call that is added between two statements of one block: whoever comes through there makes it.
struct AddedCall {
  SourceGap gap;
  FixCall call;
};

// Whether a statement of the block of `closer` that comes before it leads to `place`, and is not the one at `place`
// itself: an `if` or a loop, which not all ranks enter, or not as often.
bool is_deeper(const SourceLocation& closer, const SourceLocation& place, SourceLines& sources);

// The calls that a fix with a block adds (Fix::within, FixSide::kAround). Empty: the source does not make it certain
// that the call is made at the intended times, with the intended arguments.
std::vector<AddedCall> calls_added_by(const Fix& fix, SourceLines& sources);

// For a call after a loop (`moved`): it moves into the block of `operation` there, after the statement at `place`.
bool moves_into_loop(const Fix& fix);

// For a call that closes an epoch too late (`moved`): it moves up in the block of `operation`, which opens the epoch.
bool closes_earlier(const Fix& fix);

// The statement `text` ("MPI_Win_unlock(1, win);") after everything that leads from the block of `opener` to `place`:
// it is in that block, nothing in between leaves the block, and it would mean the same before `place`. Nothing: there
// is none.
std::optional<SourceLocation> closed_behind(const SourceLocation& opener, const SourceLocation& place,
                                            const std::string& text, SourceLines& sources);

// The statement that is one of these texts ("MPI_Win_flush(1, win);") and is always reached after the one at `place`:
// it comes later in the same block, and nothing in between leaves the block or changes what the text names. Nothing:
// there is none.
std::optional<SourceLocation> stands_behind(const SourceLocation& place, const std::vector<std::string>& texts,
                                            SourceLines& sources);

// Whether the statement of a call directly follows that of another place, and would mean the same before it.
bool can_move_up(const FixPlace& call, const FixPlace& before, SourceLines& sources);

// The statement before which the added call must be met; not known: there is none.
const FixPlace& met_before(const Fix& fix);

}  // namespace fencepost
