// The checks of this family.
#pragma once

#include <memory>

#include "checks_base/check.h"

namespace fencepost {

std::unique_ptr<Check> make_epoch_check(Report& report);
std::unique_ptr<Check> make_exposure_check(Report& report);
std::unique_ptr<Check> make_fence_exposure_check(Report& report);
std::unique_ptr<Check> make_request_check(Report& report);

}  // namespace fencepost
