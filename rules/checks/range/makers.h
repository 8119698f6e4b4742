// The checks of this family.
#pragma once

#include <memory>

#include "checks_base/check.h"

namespace fencepost {

std::unique_ptr<Check> make_argument_check(Report& report);
std::unique_ptr<Check> make_shared_segment_check(Report& report);
std::unique_ptr<Check> make_variable_check(Report& report);

}  // namespace fencepost
