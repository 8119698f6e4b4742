// Which calls make windows.
#pragma once

#include "record/vocabulary.h"

namespace fencepost {

bool creates_window(MpiCall call);

}  // namespace fencepost
