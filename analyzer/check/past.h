// The past: what has happened before everything that can still come, and no longer matters.
#pragma once

#include <vector>

#include "chapters/chapters.h"
#include "services/services.h"

namespace fencepost::check {

// Up to which tick each thread has happened before everything that can still come.
std::vector<Tick> passed_by_all(Services& services, Chapters& chapters);

}  // namespace fencepost::check
