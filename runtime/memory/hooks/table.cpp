// The module's table, and how it reaches the tool.
#include <dlfcn.h>

#include "hooks.h"

namespace {
const std::uint8_t kNothingTracked = FENCEPOST_PAGE_UNTRACKED;
const std::uint64_t kNoChanges = 0;

template <class Function>
Function* lookup(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}
}  // namespace

extern "C" {
fencepost_block fencepost_no_blocks[FENCEPOST_BLOCKS];
__thread fencepost_block* fencepost_blocks = fencepost_no_blocks;
fencepost_marks fencepost_no_marks[FENCEPOST_MARKS];
__thread const fencepost_marks* fencepost_own_marks = fencepost_no_marks;
__thread fencepost::hooks::Awaited fencepost_awaited;
// The wrapper defines it where it links such objects.
extern const char fencepost_unseen_objects[] __attribute__((weak, visibility("hidden")));
static void forget_blocks() {
  fencepost_blocks = fencepost_no_blocks;
  fencepost_own_marks = fencepost_no_marks;
}

fencepost_section_begins_t* fencepost_section_begins_of_tool = nullptr;

fencepost_hooks fencepost_hooks_of_module = {
    .version = FENCEPOST_HOOKS_VERSION,
    .size = sizeof(fencepost_hooks),
    .shadow = &kNothingTracked,
    .mask = 0,
    .access = nullptr,
    .strided = nullptr,
    .thread = nullptr,
    .synchronize = 0,
    .release = nullptr,
    .acquire = nullptr,
    .framed = nullptr,
    .grid = nullptr,
    .forget_blocks = &forget_blocks,
    .changes = &kNoChanges,
    .marks = nullptr,
    .by_sanitizer = 0,
    .unseen = nullptr,
    .landed = nullptr,
    .page_maps = nullptr,
    .volatile_load = nullptr,
    .volatile_store = nullptr,
    .awaits = nullptr,
    .unseen_objects = fencepost_unseen_objects,
};
}

// The earliest priority that a program may use: its own constructors come later and find the hooks attached.
__attribute__((constructor(101))) static void attach_module() {
  fencepost_section_begins_of_tool = lookup<fencepost_section_begins_t>(FENCEPOST_SECTION_BEGINS);
  if (auto* attach = lookup<fencepost_hooks_attach_t>(FENCEPOST_HOOKS_ATTACH)) attach(&fencepost_hooks_of_module);
}

__attribute__((destructor(101))) static void detach_module() {
  if (auto* detach = lookup<fencepost_hooks_detach_t>(FENCEPOST_HOOKS_DETACH)) detach(&fencepost_hooks_of_module);
}
