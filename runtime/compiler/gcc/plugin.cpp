// The plugin that gcc, g++ and gfortran load (-fplugin): where the pass stands in the pipeline.
//
// It stands where ThreadSanitizer's stands: with optimization before the loop passes, so that the code is simplified
// and a loop stays as vectorizable as it was when something is hoisted out of it; without optimization last.
#include "gcc/calm_calls.h"
#include "gcc/collect.h"
#include "gcc/filter.h"
#include "gcc/gcc.h"
#include "gcc/given.h"
#include "gcc/hoist.h"
#include "gcc/instrument.h"
#include "gcc/places.h"
#include "gcc/statistics.h"
#include "output.h"
#include "plugin-version.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

namespace fencepost::gcc {
namespace {

Statistics statistics;  // a compiler compiles one file
bool wants_points_to = false;
bool is_done = false;  // the accesses of the function that is being compiled are known

const pass_data kData = {
    GIMPLE_PASS, "fencepost", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

// What is left to do.
unsigned int instrument_loops(function* function, Accesses& accesses) {
  loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize();
  calculate_dominance_info(CDI_DOMINATORS);
  bool has_branches_to_fold = false;
  {
    const QuietLoops quiet(function);
    const std::vector<HoistedAccess> hoisted = hoist(accesses, quiet, statistics);
    has_branches_to_fold = instrument(function, accesses, hoisted, quiet, statistics);
  }
  scev_finalize();
  free_dominance_info(CDI_DOMINATORS);
  free_dominance_info(CDI_POST_DOMINATORS);
  loop_optimizer_finalize();
  return has_branches_to_fold ? TODO_cleanup_cfg : 0;
}

class Pass : public gimple_opt_pass {
 public:
  explicit Pass(::gcc::context* context) : gimple_opt_pass(kData, context) {}
  opt_pass* clone() override { return new Pass(m_ctxt); }
  // (Its second place is for functions that reach none of the first.)
  bool gate(function*) override { return !is_done; }

  unsigned int execute(function* function) override {
    is_done = true;
    if (DECL_EXTERNAL(function->decl)) return 0;
    if (optimize > 0) remember_whether_calm(function);
    Accesses accesses = filter(collect(function, statistics), function, statistics);
    unsigned int left = 0;
    if (optimize > 0) {
      left = instrument_loops(function, accesses);
    } else {
      const QuietLoops quiet(function);
      if (instrument(function, accesses, {}, quiet, statistics)) left = TODO_cleanup_cfg;
      free_dominance_info(CDI_DOMINATORS);
      free_dominance_info(CDI_POST_DOMINATORS);
    }
    // What had to wait, see decide_gate.
    if (optimize == 0 || !wants_points_to || !is_fortran()) return left;
    remember_given(function);
    flag_tree_pta = 1;
    return left | TODO_rebuild_alias;
  }
};

// Until the accesses are known, the optimizer must not load before a loop what the loop loads only under a condition:
// that would look like a load of the program. And it must not remove a load because, by Fortran's rules, a procedure
// that once got the variable has forgotten it: MPI has not. It learns that from points-to analysis. (For the
// optimizer's later steps, see given.h.)
void decide_gate(void* gate, void*) {
  if (current_pass == nullptr || is_done) return;
  if (wants_points_to && is_fortran()) flag_tree_pta = 0;
  const std::string_view pass = current_pass->name;
  if (pass == "lim" || (is_fortran() && (pass == "alias" || pass == "ealias"))) *static_cast<bool*>(gate) = false;
}
void begin_file(void*, void*) {
  wants_points_to = flag_tree_pta != 0;
}
// So that a link can see which objects we have seen (wrapper/unseen_objects.h). Linkers leave the section out.
void mark_object(void*, void*) {
  if (asm_out_file != nullptr) fputs("\t.section\t.fencepost.seen,\"e\",@progbits\n\t.text\n", asm_out_file);
}
void begin_function(void*, void*) {
  is_done = false;
}

void print_statistics(void*, void*) {
  std::string line = "fencepost: ";
  line += main_input_filename != nullptr ? main_input_filename : "";
  const char* separator = ": ";
#define STATISTIC(name, text)                                 \
  line += separator + std::to_string(statistics.name) + text; \
  separator = ", ";
  FENCEPOST_STATISTICS(STATISTIC)
#undef STATISTIC
  std::fprintf(stderr, "%s\n", line.c_str());
}

void add_pass(const char* name, const char* behind) {
  register_pass_info info;
  info.pass = new Pass(g);
  info.reference_pass_name = behind;
  info.ref_pass_instance_number = 0;
  info.pos_op = PASS_POS_INSERT_AFTER;
  register_callback(name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace
}  // namespace fencepost::gcc

__attribute__((visibility("default"))) int plugin_init(plugin_name_args* arguments, plugin_gcc_version* version) {
  using namespace fencepost::gcc;
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  const char* name = arguments->base_name;
  add_pass(name, "tsan");
  add_pass(name, "tsan0");
  register_callback(name, PLUGIN_START_UNIT, &begin_file, nullptr);
  register_callback(name, PLUGIN_OVERRIDE_GATE, &decide_gate, nullptr);
  register_callback(name, PLUGIN_FINISH_UNIT, &mark_object, nullptr);
  register_callback(name, PLUGIN_ALL_PASSES_START, &begin_function, nullptr);
  if (std::getenv("FENCEPOST_PASS_STATS") != nullptr)
    register_callback(name, PLUGIN_FINISH, &print_statistics, nullptr);
  return 0;
}
