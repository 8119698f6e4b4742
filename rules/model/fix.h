// What would mend a mistake, as a value: made by rules, by what explains hangs and by lint, compared where findings of
// one mistake are put together, tried on the recorded run, turned into text (words/fix_text.h) and into patches. What
// is said is never looked at again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ids/ids.h"
#include "model/location.h"

namespace fencepost {

enum class FixKind : std::uint8_t {
  kMustHold,         // no recipe: what has to be true
  kAdd,              // `call`
  kRemove,           // the call at `place`
  kMove,             // what stands at `moved`
  kReplaceCall,      // the one at `place` by `call`
  kReplaceArgument,  // of the call at `place`: `argument`
};

// Where a call is added, or what is moved goes. kAround: `call` before `place`, and `closing` after `until`.
enum class FixSide : std::uint8_t { kBefore, kAfter, kRightAfter, kBetween, kAround };

const char* name_of(FixKind kind);                             // "must-hold", "add", …
std::optional<FixKind> fix_kind_named(std::string_view name);  // none: there is no such kind

// What the fix is meant to change.
enum class FixPurpose : std::uint8_t {
  kOther,
  kComplete,   // the first access is complete in time
  kOrder,      // one access comes before the other one
  kExclude,    // the two never come at the same time
  kApart,      // they meet other bytes
  kOpenEpoch,  // what is called has the epoch that it needs
  kCloseEpoch,
  kKeepPromise,  // an assertion is true
  kLetGoOn,      // nobody waits for ever
};

// How far what is added or moved may come in front of `until`.
enum class FixUntil : std::uint8_t {
  kReached,
  kReachedAgain,  // in the next round of a loop
  kLetsGo,        // before its thread lets another one go on
  kPosts,         // before the rank of `place` posts
};

// When a fix is told.
enum class FixOffer : std::uint8_t {
  kAlways,
  kIfTried,   // the rule has a sentence of its own else
  kForPatch,  // if it was tried, and gives the first patch
};

// A statement that a fix names.
struct FixPlace {
  SourceLocation at;
  std::string name;                    // "MPI_Send at halo.c:33", "the store of rank 1 at relax.c:29"
  int rank = -1;                       // whose call it is; -1: of all who come there
  std::string call;                    // "MPI_Send"; "" for loads and stores
  std::vector<SourceLocation> frames;  // the calls that lead there, the statement itself first; empty: not known
  bool known() const { return !name.empty(); }
  bool is_at(const SourceLocation& other) const {
    return known() && at.line > 0 && at.file == other.file && at.line == other.line;
  }
};

// A call as it is to stand in the source.
struct FixCall {
  std::string function;                // "MPI_Win_flush"; "": a message or barrier, whichever suits
  std::vector<std::string> arguments;  // in the program's own words
  std::string arguments_of;            // "target and window of MPI_Put", where the words are not at hand
  bool same_arguments = false;         // as the call that it stands in place of
  bool on_all_ranks = false;
  friend bool operator==(const FixCall&, const FixCall&) = default;
};

// Who has to wait for what was added: a rank, or a thread of the same process.
struct FixMeeting {
  int rank = -1, thread = -1;
  FixPlace before;
};

// Lines of a file that a fix puts in place of others.
struct SourceEdit {
  std::string file;
  std::string checksum;              // of the file's lines as they were (SourceLines)
  int line = 0;                      // the first of `removed`, from 1; without any, the line before which it adds
  std::vector<std::string> removed;  // without line ends
  std::vector<std::string> added;
  friend bool operator==(const SourceEdit&, const SourceEdit&) = default;
};

struct Fix {
  FixKind kind = FixKind::kMustHold;
  FixPurpose purpose = FixPurpose::kOther;
  FixCall call, before_it;  // `before_it`: another call that comes first
  FixCall closing;          // kAround
  FixSide side = FixSide::kAfter;
  FixPlace place;  // beside which the call is added or what is moved goes; the call that is changed
  FixPlace until;  // before which it belongs, or the other end of kBetween
  FixUntil before = FixUntil::kReached;
  bool next_round = false;  // `until` and `met_by` are those of the next round of a loop
  FixPlace moved;           // kMove
  // kAfter: in the block of this statement, behind all of it that leads to `place`. kMove: what is moved comes out of
  // the `if` that it stands in, to where those come by who come to this.
  FixPlace within;
  std::vector<FixPlace> also;  // kRemove, kReplaceArgument: the same at these
  std::string completes;       // "MPI_Put": what the call at `place`, or `moved`, completes
  std::optional<FixMeeting> met_by;
  FixCall sync, epoch;               // beside it: a call on both sides, and one that has to come before all
  std::string argument, instead_of;  // kReplaceArgument: "MPI_LOCK_EXCLUSIVE"; what stands there, if that is to go
  FixPlace first_if;                 // a fix only if this is meant to come first
  std::string condition;             // a clause: "if its message does not come from there"
  std::string holds;                 // kMustHold: a clause, without the full stop
  bool tried = false;                // the recorded run, checked as if the program had it, is rid of the finding
  FixOffer offer = FixOffer::kAlways;
  FixPlace operation;  // whose completion it is about
  WindowKey window;    // if it is about one
  // For reports, when nothing is added any more: a sentence, and the change of the source, if that is certain.
  std::string text;
  std::vector<SourceEdit> patch;

  // The same change of the program, be the reasons what they may.
  friend bool same_change(const Fix& a, const Fix& b);
  // Whether one of its places is there.
  bool names(const SourceLocation& at) const {
    return place.is_at(at) || until.is_at(at) || moved.is_at(at) || (met_by && met_by->before.is_at(at));
  }
};

// The ways to mend a finding, the best first. Each mends it alone.
using Fixes = std::vector<Fix>;
bool same_changes(const Fixes& a, const Fixes& b);

// Of a clause that says what has to be true.
Fix must_hold(std::string clause);

}  // namespace fencepost
