// A fix for a mistake as a value. Rules, the explanation of hangs and lint make fixes. They are compared to put
// findings of one mistake together, tried on the recorded run, and turned into text (words/fix_text.h) and patches. No
// code looks at the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ids/ids.h"
#include "model/location.h"

namespace fencepost {

enum class FixKind : std::uint8_t {
  kMustHold,         // no recipe: a condition that must be true
  kAdd,              // `call`
  kRemove,           // the call at `place`
  kMove,             // the statement at `moved`
  kReplaceCall,      // the one at `place` by `call`
  kReplaceArgument,  // of the call at `place`: `argument`
  kGuard,            // the call at `place` only if its target, `argument.given`, is not MPI_PROC_NULL
};

// Where a call is added, or where a moved statement goes. kAround: `call` before `place`, and `closing` after `until`.
enum class FixSide : std::uint8_t { kBefore, kAfter, kRightAfter, kBetween, kAround };

const char* name_of(FixKind kind);  // "must-hold", "add", …

// What the fix should achieve.
enum class FixPurpose : std::uint8_t {
  kOther,
  kComplete,   // the first access is complete in time
  kOrder,      // one access comes before the other one
  kExclude,    // the two never happen at the same time
  kApart,      // they access different bytes
  kOpenEpoch,  // the call has the epoch that it needs
  kCloseEpoch,
  kKeepPromise,  // an assertion is true
  kLetGoOn,      // nobody waits forever
};

// How late the added call or moved statement may come before a place.
enum class FixUntil : std::uint8_t {
  kReached,
  kReachedAgain,  // in the next round of a loop
  kLetsGo,        // before its thread lets another one continue
  kPosts,         // before the rank of `place` posts
};

// When a fix is offered.
enum class FixOffer : std::uint8_t {
  kAlways,
  kIfTried,   // otherwise the rule has a sentence of its own
  kForPatch,  // if it was tried, and gives the first patch
};

// A statement that a fix names.
struct FixPlace {
  SourceLocation at;
  std::string name;                    // "MPI_Send at halo.c:33", "the store of rank 1 at relax.c:29"
  int rank = -1;                       // the rank that makes the call; -1: all that come there
  std::string call;                    // "MPI_Send"; "" for loads and stores
  std::vector<SourceLocation> frames;  // the calls that lead there, the statement itself first; empty: not known
  bool known() const { return !name.empty(); }
  bool is_at(const SourceLocation& other) const {
    return known() && at.line > 0 && at.file == other.file && at.line == other.line;
  }
};

// What the fix belongs before.
struct FixLimit {
  FixPlace place;  // or the other end of kBetween
  FixUntil how = FixUntil::kReached;
  bool next_round = false;  // `place`, and that of `met_by`, are those of the next round of a loop
  bool splits = false;      // the `if` that leads to both ends before the added call, and begins again after it
};

// A call as it should be in the source.
struct FixCall {
  std::string function;                // "MPI_Win_flush"; "": a message or barrier, whichever suits
  std::vector<std::string> arguments;  // in the program's own words
  std::string arguments_of;            // "the target and window of MPI_Put", if the words are not known
  std::string error_argument;          // "ierror", which Fortran needs as the last argument
  bool same_arguments = false;         // as the call that it replaces
  bool on_all_ranks = false;
  friend bool operator==(const FixCall&, const FixCall&) = default;
};

// The rank, or thread of the same process, that must wait for the added call.
struct FixMeeting {
  int rank = -1, thread = -1;
  FixPlace before;
  bool late = false;  // at the end of the block that leads to the fix's place, not right after that
};

// If no call of the accesses orders them in memory: `call` before the meeting on one side, and after it on the other.
struct FixSync {
  FixCall call;
  FixCall epoch;  // opens the epoch that `call` needs; "": there is one
  bool is_needed() const { return !call.function.empty(); }
};

// Of the call that is changed.
struct FixArgument {
  std::string given;       // "MPI_LOCK_EXCLUSIVE"; "": only remove `instead_of`
  std::string instead_of;  // the old argument, if it matters
};

// The condition under which a fix is one.
struct FixCondition {
  FixPlace first;       // only a fix if this is meant to come first
  std::string clause;   // "if its message does not come from there", "which closes the epoch"
  bool of_aim = false;  // the clause is also a condition of what the fix is for, not only of this way to it
};

// Lines of a file that a fix replaces by others.
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
  FixPlace place;  // the call is added or the statement moved next to it; the call that is changed
  FixLimit until;
  FixPlace moved;  // kMove
  // kBefore, kAfter: in the block of this statement, before or after all of it that leads to `place`. kMove: the
  // statement moves out of its `if`, to where those come by who come to this.
  FixPlace within;
  std::vector<FixPlace> also;  // kRemove, kReplaceArgument: the same at these
  std::string completes;       // "MPI_Put": what the call at `place`, or `moved`, completes
  std::optional<FixMeeting> met_by;
  FixSync sync;
  FixArgument argument;  // kReplaceArgument
  std::string info_key;  // kRemove, of MPI_Info_set: what it sets
  FixCondition only_if;
  std::string holds;   // kMustHold: a clause, without the full stop
  bool tried = false;  // the recorded run, checked as if it had this change, lost the finding
  // No run has to show that it is right: what it changes is wrong whatever the program does, and the change has no
  // other effect (certain_fixes.h).
  bool certain = false;
  FixOffer offer = FixOffer::kAlways;
  FixPlace operation;  // the operation whose completion it is about
  WindowKey window;    // if it is about one
  // For reports, when nothing more is added: a sentence, and the change of the source, if that is certain.
  std::string text;
  std::vector<SourceEdit> patch;

  // The same change of the program, whatever the reasons.
  friend bool same_change(const Fix& a, const Fix& b);
  // Whether it is one of the fix's places.
  bool names(const SourceLocation& at) const {
    return place.is_at(at) || until.place.is_at(at) || moved.is_at(at) || (met_by && met_by->before.is_at(at));
  }
};

// Ways to fix a finding, the best first. Each one is enough.
using Fixes = std::vector<Fix>;
bool same_changes(const Fixes& a, const Fixes& b);

// A fix with a clause that must be true.
Fix must_hold(std::string clause);

}  // namespace fencepost
