// The checks of this family.
#pragma once

#include <memory>

#include "checks_base/check.h"

namespace fencepost {

std::unique_ptr<Check> make_window_check(Report& report);
std::unique_ptr<Check> make_memory_check(Report& report);
std::unique_ptr<Check> make_compiler_copy_check(Report& report);
std::unique_ptr<Check> make_freed_by_thread_check(Report& report);
std::unique_ptr<Check> make_given_back_check(Report& report);
std::unique_ptr<Check> make_gone_memory_check(Report& report);

}  // namespace fencepost
