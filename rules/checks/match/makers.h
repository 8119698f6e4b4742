// The checks of this family.
#pragma once

#include <memory>

#include "checks_base/check.h"

namespace fencepost {

std::unique_ptr<Check> make_matching_check(Report& report);
std::unique_ptr<Check> make_waiting_check(Report& report);
std::unique_ptr<Check> make_hang_check(Report& report);

}  // namespace fencepost
