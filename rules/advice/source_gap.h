// Where a call that several ranks have to come to, a barrier or a fence, can stand in the source: between a statement
// of the one and a statement of the other, where the block that both stand in is left by all who come through it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// One place for the call. A thread comes to it when it goes on from a statement of these lines of the function to one
// behind them (or out of the function); or, if `entered`, into these lines.
struct SourceGap {
  std::string file;
  int function_first = 0, function_last = 0;  // lines
  int first = 0, last = 0;
  bool entered = false;
  // The loop around it, if it is in one, and those inside that which stand behind it: lines.
  std::pair<int, int> loop = {0, 0};
  std::vector<std::pair<int, int>> inner;
  std::vector<std::pair<int, int>> loops;  // all that stand inside `loop`
  int line = 0;                            // before which the call is to stand
  int beside = 0;                          // the line whose indentation it has
  // The block in which the call is added, if it is one that not all need enter: only who does comes through. `inner`
  // are the loops inside it, then.
  std::pair<int, int> block = {0, 0};
  bool may_be_left = false;  // the function, before it: who leaves it need not have come through
  bool holds(int at) const { return first <= at && at <= last; }
  // Whether a line belongs to each round of the loop around it, not to one of a loop inside that.
  bool is_of_round(int at) const;
  // Whether a thread comes through it on its way from one line of the function to another one (0: outside).
  bool is_crossed(int from, int to) const;

 private:
  bool is_crossed_in_block(int from, int to) const;
  bool is_crossed_in_loop(int from, int to) const;
  // From one round of the loop around it to the next one.
  bool comes_round(int from, int to) const;
};

// The places that make ranks meet between the fix's `place` and what has to come after it (in the next round of a loop,
// if the fix says so): one that all pass, or one in each branch of an `if`. If the two stand in different
// functions, it is where the calls part that lead to them. Empty: it is not certain from the source. `words`: what the
// call names.
std::vector<SourceGap> gaps_of(const Fix& fix, const std::string& words, SourceLines& sources);

// A call that is added between two statements of one block: whoever comes through there makes it.
struct AddedCall {
  SourceGap gap;
  FixCall call;
};

// What a fix adds that names a block (Fix::within, FixSide::kAround). Empty: it is not certain from the source that the
// call would be made where it is meant, with the arguments that it is meant to have.
std::vector<AddedCall> calls_added_by(const Fix& fix, SourceLines& sources);

// Of a call that stands behind a loop (`moved`): into the block of `operation` there, behind the statement at `place`.
bool moves_into_loop(const Fix& fix);

// Of a call that closes an epoch too late (`moved`): to before what stands in the block of `operation`, which opens it.
bool closes_earlier(const Fix& fix);

// The statement that is `text` ("MPI_Win_unlock(1, win);") behind what leads from the block of `opener` to `place`: in
// that block, with nothing between the three that leaves it, and meaning the same in front of that. Nothing: there is
// none.
std::optional<SourceLocation> closed_behind(const SourceLocation& opener, const SourceLocation& place,
                                            const std::string& text, SourceLines& sources);

// The statement that is one of these texts ("MPI_Win_flush(1, win);") and comes whenever the one at `place` has come:
// it stands behind it in the same block, with nothing between the two that leaves it or gives what the text names
// another value. Nothing: there is none.
std::optional<SourceLocation> stands_behind(const SourceLocation& place, const std::vector<std::string>& texts,
                                            SourceLines& sources);

// Whether the statement of a call follows that of another place at once, and means the same in front of it.
bool can_move_up(const FixPlace& call, const FixPlace& before, SourceLines& sources);

// The statement before which what is added has to be met; not known: there is none.
const FixPlace& met_before(const Fix& fix);

}  // namespace fencepost
