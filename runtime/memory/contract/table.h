/* What the hooks in the user's executable and shared objects agree with the tool: the one interface between code linked
 * into somebody's program (libfencepost-hooks.a, code made by our compiler pass) and libfencepost.so.
 *
 * Each module (executable or shared object) linked with the hooks has one fencepost_hooks of its own, hidden in it. Its
 * constructor looks up fencepost_hooks_attach with dlsym(RTLD_DEFAULT) and hands the table over; without the tool the
 * symbol does not exist, the table keeps its initial values and the program runs as if nothing were there. The tool
 * fills the table in then or later (the back end may be loaded long after the constructors ran), while other threads
 * may be in hooks: functions first, then `shadow`, then `mask`; hooks read `mask` before `shadow`.
 *
 * The preload library exports fencepost_hooks_attach and fencepost_hooks_detach, keeps the tables of living modules
 * and passes each to the back end (memory::attach_hooks, detach_hooks), those known already when it loads it.
 *
 * Plain C, depends on nothing. Fields are only ever appended; `size` tells what the module has.
 */
#ifndef FENCEPOST_HOOK_TABLE_TABLE_H
#define FENCEPOST_HOOK_TABLE_TABLE_H

#include <stdint.h>
#ifdef __cplusplus
#include <cstdint>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define FENCEPOST_HOOKS_VERSION 6
#define FENCEPOST_HOOKS_PAGE_SHIFT 12

/* shadow[(address >> FENCEPOST_HOOKS_PAGE_SHIFT) & mask]: what is tracked of the page */
enum { FENCEPOST_PAGE_UNTRACKED = 0, FENCEPOST_PAGE_PARTLY = 1, FENCEPOST_PAGE_WHOLLY = 2, FENCEPOST_PAGE_MAPPED = 3 };

/* The byte is the number of the page's map. From FENCEPOST_PAGE_MAPPED on, the map belongs to one page. It says which
 * of its bytes are tracked, FENCEPOST_PAGE_MAP_UNIT at a time, and which of the next page's first bytes, as far as an
 * access that begins here may reach. In maps of lower numbers, except 0, all bits are set. Readers look at the byte
 * again afterwards: if it has changed, the map may be another page's. */
#define FENCEPOST_PAGE_MAP_UNIT 8
#define FENCEPOST_PAGE_MAP_BEYOND 64
#define FENCEPOST_PAGE_MAP_SHIFT 7 /* of the size of a map */
struct fencepost_page_map {
  uint64_t bits[9];
  uint64_t unused[7];
};

/* One entered function of a thread: where it will return to, and the stack pointer then (entries below the present one
 * are left over from a longjmp). */
struct fencepost_frame {
  uintptr_t pc;
  uintptr_t sp;
};

/* The thread's entered functions: [bottom, top). Belongs to the tool; lives as long as the thread. */
struct fencepost_thread {
  struct fencepost_frame* top;
  struct fencepost_frame* limit; /* at limit: functions are counted in `beyond` and not kept */
  struct fencepost_frame* bottom;
  uintptr_t beyond;
};

/* Which of 256 neighbouring elements one instruction, called from one place, has touched since the thread's last event.
 * The instruction finds it itself and sets the bit: most accesses of tracked memory need nothing more.
 *
 *   element  address rotated right by log2(size): misaligned addresses get elements far away, where no block is
 *   tag      site + caller * FENCEPOST_CALLER_FACTOR + (element / 256) * sizeof(struct fencepost_block)
 *   place    tag & FENCEPOST_BLOCKS_MASK, bytes from the thread's first block; if another block is there,
 *            the same ^ FENCEPOST_BLOCKS_OTHER (code may leave that to the function that it calls)
 *
 * (Hooks look for 16 bytes as two elements of 8.)
 *
 * `site` is a number of the instruction (the pass: a hash of its place in the program; hooks: of the return address),
 * `caller` the return address of its function. If a block has another tag, or 0, the slow path is called, and puts the
 * right block there if it may. Both numbers are hashes of 64 bits: two instructions could have one tag, but that does
 * not happen. */
struct fencepost_block {
  uint64_t tag;     /* 0: free, or not to be used from outside */
  uint64_t bits[4]; /* element % 256 */
  uint64_t key;     /* the tool's, and so is what follows */
  uint64_t unused[2];
};
#define FENCEPOST_BLOCKS 16384
#define FENCEPOST_BLOCKS_MASK 0xfffc0
#define FENCEPOST_BLOCKS_OTHER 0x80000
#define FENCEPOST_CALLER_FACTOR 0x6a09e667f3bcc909u
#define FENCEPOST_SITE_FACTOR 0x9e3779b97f4a7c15u

/* The same for a loop that knows at its beginning where it will go, but not in which order: a byte for each element;
 * marks[i] is that of the address `low` + i * size. The loop asks for them (`marks` below), looks for them at [site %
 * FENCEPOST_MARKS] of what it got, and sets those of aligned elements in [low, low + span) until it ends. */
struct fencepost_marks {
  uint64_t tag; /* site + caller * FENCEPOST_CALLER_FACTOR; 0: none */
  uintptr_t low;
  uint64_t span; /* bytes */
  uint8_t* marks;
};
#define FENCEPOST_MARKS 256

#define FENCEPOST_AWAITED 64

/* `count` accesses of `size` bytes, each `stride` bytes after the one before, and all that `rows` times, `row_stride`
 * bytes apart. `frame`: frame pointer of the function that makes them; with FENCEPOST_FRAME_IN_DOUBT added: what is in
 * that register, from a function that may have one, may have been entered, or may know nothing about us. */
#define FENCEPOST_FRAME_IN_DOUBT 2
struct fencepost_grid {
  uintptr_t address;
  uint32_t size;
  uint32_t kind;
  int64_t stride;
  uint64_t count;
  int64_t row_stride;
  uint64_t rows;
  uintptr_t pc;
  uintptr_t frame;
  uint64_t site; /* 0: it does not look for blocks */
};

struct fencepost_hooks {
  uint32_t version;
  uint32_t size;

  /* Fast path. Initially one zero byte and 0. */
  const uint8_t* shadow;
  uint64_t mask;

  /* Slow path, called when the byte is not zero. `pc`: return address of the hook. `kind`: AccessKind of vocabulary.h.
   * Null until attached. Returns the calling thread's blocks, for the module to keep; null: none. */
  struct fencepost_block* (*access)(uintptr_t address, uint32_t size, uint32_t kind, uintptr_t pc);
  /* `count` accesses of `size` bytes, each `stride` bytes after the one before: called without looking at the shadow.
   */
  void (*strided)(uintptr_t address, uint32_t size, int64_t stride, uint64_t count, uint32_t kind, uintptr_t pc);
  /* The calling thread's, for a function that was entered and will return to `pc`; null: none now. */
  struct fencepost_thread* (*thread)(uintptr_t pc);

  /* Atomics. `synchronize` not zero: call release before and acquire after operations that have that order. */
  uint8_t synchronize;
  void (*release)(uintptr_t object);
  void (*acquire)(uintptr_t object);

  /* The same as `access` and `strided` for code of our compiler pass, which has frame pointers and keeps no thread of
   * entered functions. Its offset is in offsets.h for assembly. */
  struct fencepost_block* (*framed)(uintptr_t address, uint32_t size, uint32_t kind, uintptr_t pc, uintptr_t frame,
                                    uint64_t site);
  struct fencepost_block* (*grid)(const struct fencepost_grid* grid);

  /* The module's: forgets what it keeps of the calling thread's blocks, which are about to become another thread's. */
  void (*forget_blocks)(void);

  /* Counts the changes of `shadow`: what was seen there stays valid while this is the same. */
  const uint64_t* changes;

  /* Asks for marks for accesses of `what->size` bytes (a power of two) around `what->address`. Returns the calling
   * thread's [FENCEPOST_MARKS], even if it has none for these; null: none. forget_blocks is for these, too. */
  const struct fencepost_marks* (*marks)(const struct fencepost_grid* what);

  /* Not zero: there is code in the module that -fsanitize=thread instrumented, not our compiler pass. */
  uint8_t by_sanitizer;

  /* Assembly gets this address, whose page is tracked; only its text says what it does with it. Null until
   * attached. */
  void (*unseen)(uintptr_t address);
  /* An exception or a longjmp has come back to a function that lies above `frame`. Null until attached. */
  void (*landed)(uintptr_t frame);

  /* Indexed by the bytes of the shadow. */
  const struct fencepost_page_map* page_maps;

  /* The program is about to load or store a volatile word: threads without atomics wait for each other that way. A
   * store releases; a load acquires at once, and again before the thread's next access or event, because its value may
   * be stored after this call. Only if `synchronize` is not zero. */
  void (*volatile_load)(uintptr_t object);
  void (*volatile_store)(uintptr_t object);
  /* The thread has loaded an atomic or volatile word FENCEPOST_AWAITED times in a row, and no other one in between, and
   * got the same each time: `value`, of the eight aligned bytes around it. Called for each further time. Null until
   * attached. */
  void (*awaits)(uintptr_t object, uint64_t value);

  /* The module's: the objects that it was linked from and that report nothing, "work.o, libsolver.a"; null: none. */
  const char* unseen_objects;
};

/* Exported by libfencepost.so. */
typedef void fencepost_hooks_attach_t(struct fencepost_hooks* hooks);
typedef void fencepost_hooks_detach_t(struct fencepost_hooks* hooks);
/* The calling thread begins the next section of OpenMP; `caller`: an address in its code. Looked up in the same way. */
typedef void fencepost_section_begins_t(const void* caller);
#define FENCEPOST_HOOKS_ATTACH "fencepost_hooks_attach"
#define FENCEPOST_HOOKS_DETACH "fencepost_hooks_detach"
#define FENCEPOST_SECTION_BEGINS "fencepost_section_begins"

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
