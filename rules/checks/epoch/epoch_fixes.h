// Candidate fixes for calls that open and close epochs: a trial finds out which of them help.
#pragma once

#include <cstdint>
#include <string>

#include "job/job.h"
#include "model/fix.h"
#include "words/words.h"

namespace fencepost {

// The call that closes an epoch, as it can be written at `at`. `target`: the target to unlock, if it is one of several.
FixCall closing_call(const AccessEpoch& epoch, const Place& at, Words& words);
FixCall closing_call(const ExposureEpoch& epoch, const Place& at, Words& words);

// The closing call before `place`. Or, if the epoch was used, in the block that opened it, after its last use.
// `completed`: where the process has ended an access epoch since then, if it has.
Fixes close_before(const AccessEpoch& epoch, const Place& place, Words& words);
Fixes close_before(const ExposureEpoch& epoch, const Place& place, const Place& completed, Words& words);

// The call that opens an epoch before `first`, as `closed` closes it. If an `if` or a loop of the function of `closed`
// leads to `first`, it comes before that. Only a condition if all ranks must make the call and the source does not show
// where all come by.
Fix open_before(FixCall call, const Place& first, const Place& closed, WindowKey window, Words& words);
// The same; and if the source has that call under a condition of its own, that it be taken out of it.
Fixes opened_before(const FixCall& call, const Place& first, const Place& closed, WindowKey window, Words& words);

// The same, or the call at `place` is one too many: the more likely fix comes first.
Fixes with_take_out(Fixes closing, bool first, const Place& place, WindowKey window, Words& words);

// The call at `place` is one too many.
Fix take_out(const Place& place, WindowKey window, FixPurpose purpose, Words& words);
Fix call_instead(FixCall call, const Place& place, WindowKey window, FixPurpose purpose, Words& words);

// A lock around operations outside of any epoch, from the first to the last of them. `several`: they have different
// targets.
Fix lock_around(const Operation& first, const FixPlace& last, bool several, Words& words);
// An epoch for all targets around a call that is not an operation.
Fix lock_all_around(const Place& place, const std::string& window_text, WindowKey window, Words& words);

}  // namespace fencepost
