// What a fix is for, in place of the fix: no trial has shown that the change itself is right.
#pragma once

#include "model/finding.h"
#include "model/fix.h"

namespace fencepost {

// A change of the program that neither a trial nor the source shows to be right.
bool is_unproven(const Fix& fix);

// The condition that the change would have met.
Fix what_has_to_hold(const Fix& fix, const Finding& finding);

// The same for each unproven change of a finding. Of several for one purpose the first stays.
void leave_conditions(Finding& finding);

}  // namespace fencepost
