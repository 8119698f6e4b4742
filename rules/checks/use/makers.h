// The checks of this family.
#pragma once

#include <memory>

#include "checks_base/check.h"

namespace fencepost {

std::unique_ptr<Check> make_death_check(Report& report);
std::unique_ptr<Check> make_outside_call_check(Report& report);
std::unique_ptr<Check> make_refused_call_check(Report& report);
std::unique_ptr<Check> make_thread_level_check(Report& report);
std::unique_ptr<Check> make_usage_check(Report& report);

}  // namespace fencepost
