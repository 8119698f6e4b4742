// GCC's headers, in an order that works: they do not include each other, and forbid names that headers of the standard
// library use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "context.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "gimplify-me.h"
#include "gimple-walk.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "cfgloop.h"
#include "cfgloopmanip.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-manip.h"
#include "tree-chrec.h"
#include "tree-dfa.h"
#include "alias.h"
#include "builtins.h"
#include "memmodel.h"
#include "stringpool.h"
#include "attribs.h"
#include "internal-fn.h"
#include "langhooks.h"
#include "asan.h"
#include "sreal.h"
#include "varasm.h"
// clang-format on
