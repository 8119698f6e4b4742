#include "symbolize/address_book.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "model/location.h"
#include "model/source_language.h"
#include "model/source_macros.h"
#include "model/system_source.h"
#include "record/vocabulary.h"
#include "symbolize/callee.h"
#include "symbolize/debug_info.h"
#include "symbolize/elf_file.h"
#include "symbolize/first_thread.h"
#include "symbolize/machine_code.h"
#include "symbolize/names.h"
#include "symbolize/number_flow.h"
#include "symbolize/thread_identity.h"
#include "symbolize/turns_in_code.h"
#include "symbolize/waiting_loop.h"

namespace fencepost::symbolize {
namespace {

// Libraries of compiler and system: the user's statement leads to code in them, but the code is not the statement.
constexpr std::string_view kSystemModules[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
constexpr std::string_view kStarts[] = {"__libc_start", "start_thread", "clone"};
// Their code is the same whatever statement they execute; the functions that they call say more.
constexpr std::string_view kInterpreters[] = {"python3", "libpython3"};
constexpr std::string_view kLibrariesBetween[] = {"libmpi", "libmpich", "libopen-", "libfencepost", "libpmpi"};

bool starts_with_any(std::string_view text, std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

// Programs are installed in these folders as well.
bool is_system_library(const std::string& module) {
  return starts_with_any(module, kSystemModules) && name_of_file(module).find(".so") != std::string_view::npos;
}

// From the library that comes with Python, or from mpi4py: sources, and modules in machine code.
bool is_python_library(std::string_view file) {
  if (file.starts_with("<frozen ")) return true;
  const bool installed = file.find("-packages/") != std::string_view::npos;
  return file.find(installed ? "/mpi4py/" : "/lib/python3") != std::string_view::npos;
}

bool is_users(const SourceLocation& frame) {
  if (is_python_library(frame.file) || is_python_library(frame.module)) return false;
  if (starts_with_any(name_of_file(frame.module), kLibrariesBetween)) return false;
  if (starts_with_any(name_of_file(frame.module), kInterpreters)) return false;
  return !is_system_library(frame.module) && !is_system_source(frame.file);
}

// A linked library without debug information was called by the user, not written by the user.
bool is_statement(const SourceLocation& frame) {
  return frame.line > 0 && is_users(frame);
}

// A function of the program with the name of an MPI function that it calls by the second name (a profiling library):
// the call is where this function is called. In C it may also have the name that Fortran calls: "mpi_put_".
bool is_profiling(const SourceLocation& frame) {
  static const std::unordered_set<std::string_view> kNames = [] {
    std::unordered_set<std::string_view> names;
    for (auto call = static_cast<std::size_t>(MpiCall::kNone) + 1; call < static_cast<std::size_t>(MpiCall::kCount);
         ++call)
      names.insert(name_of(static_cast<MpiCall>(call)));
    return names;
  }();
  return kNames.contains(frame.function) ||
         (frame.function.starts_with("mpi_") && kNames.contains(symbolize::mpi_name(frame.function)));
}

// A function that the compiler's pass or plugin calls, in the program itself.
bool is_own_function(const SourceLocation& frame) {
  return frame.function.starts_with("fencepost_");
}

// Functions of the C library around the program or a thread.
bool is_start(const SourceLocation& frame) {
  return starts_with_any(frame.function, kStarts) && is_system_library(frame.module);
}

bool is_between(const SourceLocation& frame) {
  return starts_with_any(name_of_file(frame.module), kLibrariesBetween);
}

// Keeps the user's part: from the first frame of the user, with a line if possible (or from the first of all), to main.
void trim(std::vector<SourceLocation>& frames) {
  auto first = std::ranges::find_if(frames, is_statement);
  if (first == frames.end()) first = std::ranges::find_if(frames, is_users);
  for (; first != frames.end() && is_profiling(*first); ++first) {
    const auto caller = std::find_if(first + 1, frames.end(), is_statement);
    if (caller == frames.end()) break;
    first = caller - 1;
  }
  if (first != frames.end() && first != frames.begin()) {
    if (const SourceLocation& passed = *std::prev(first);
        passed.line == 0 && !is_between(passed) && !is_profiling(passed) && !is_own_function(passed)) {
      first->called = passed.function;
      first->called_module = passed.module;
    }
    frames.erase(frames.begin(), first);
  }
  // Fencepost's own frames, around a thread or a region of OpenMP.
  if (!frames.empty()) {
    frames.erase(std::remove_if(frames.begin() + 1, frames.end(),
                                [](const SourceLocation& frame) {
                                  return name_of_file(frame.module).starts_with("libfencepost");
                                }),
                 frames.end());
  }
  if (auto start = std::ranges::find_if(frames, is_start); start != frames.begin()) frames.erase(start, frames.end());
  auto main = std::ranges::find_if(
      frames, [](const SourceLocation& frame) { return frame.function == "main" && !frame.module.empty(); });
  if (main == frames.end()) return;
  frames.erase(main + 1, frames.end());
  // gfortran puts its own `main` around the program.
  if (frames.size() > 1 && is_fortran_source(frames.back().file)) frames.pop_back();
}

bool same_places(const std::vector<SourceLocation>& some, const std::vector<SourceLocation>& others) {
  return std::ranges::equal(some, others, [](const SourceLocation& one, const SourceLocation& other) {
    return one.line != 0 && one.line == other.line && one.column == other.column && one.file == other.file &&
           one.function == other.function;
  });
}

}  // namespace

// One file behind modules of any number of processes, with everything already found in it.
class BinaryFile {
 public:
  BinaryFile(std::string path, std::string build_id) : path_(std::move(path)), build_id_(std::move(build_id)) {}

  const std::string& path() const { return path_; }

  const std::vector<SourceLocation>& frames(std::uint64_t address, std::vector<std::string>& problems) {
    auto [found, inserted] = cache_.try_emplace(address);
    if (inserted) found->second = look_up(address, problems);
    return found->second;
  }

  std::string variable(std::uint64_t begin, std::uint64_t end, std::vector<std::string>& problems) {
    if (!opened_) open(problems);
    return debug_ != nullptr ? debug_->variable(begin, end) : "";
  }

  std::optional<StaticMemory::Variable> variable_around(std::uint64_t address, std::vector<std::string>& problems) {
    if (!opened_) open(problems);
    if (statics_ == nullptr) statics_ = std::make_unique<StaticMemory>(file_, symbols_);
    const StaticMemory::Variable* const found = statics_->around(address);
    if (found == nullptr) return std::nullopt;
    StaticMemory::Variable variable = *found;
    std::string name = debug_ != nullptr ? debug_->variable(variable.begin, variable.begin + 1) : "";
    name.resize(std::min(name.size(), name.find_first_of("[(.")));
    variable.symbol = name.empty() ? readable_name(variable.symbol) : name;
    return variable;
  }

  // One call asks for the same buffer again and again.
  const std::optional<LocalVariable>& local(std::uint64_t address, std::int64_t offset,
                                            std::vector<std::string>& problems) {
    auto [found, inserted] = locals_.try_emplace({address, offset});
    if (!inserted) return found->second;
    if (!opened_) open(problems);
    if (frame_rules_ == nullptr) frame_rules_ = std::make_unique<FrameRules>(file_);
    if (debug_ != nullptr) found->second = debug_->local(address, offset, *frame_rules_);
    return found->second;
  }

  // The statements of the function that has the block come from the frames of both addresses.
  std::optional<AddressBook::LeftBlock> left_block(std::uint64_t address, std::int64_t offset, std::uint64_t later,
                                                   std::vector<std::string>& problems) {
    const auto& known = local(address, offset, problems);
    if (!known || debug_ == nullptr) return std::nullopt;
    const auto of_block = debug_->local_of_block(address, offset, *frame_rules_, later);
    if (!of_block) return std::nullopt;
    const auto &used = frames(address, problems), &at_end = frames(later, problems);
    if (used.size() <= of_block->function || at_end.size() <= of_block->function) return std::nullopt;
    return AddressBook::LeftBlock{of_block->name, used[used.size() - 1 - of_block->function],
                                  at_end[at_end.size() - 1 - of_block->function]};
  }

  // Whether a byte of the frame belongs to no variable, or is in the place of one while `copied` is elsewhere or is the
  // value of an expression (empty).
  bool is_copy(std::uint64_t address, std::int64_t offset, std::string_view copied,
               std::vector<std::string>& problems) {
    if (copied.empty() || !local(address, offset, problems)) return true;
    return debug_ != nullptr && debug_->lies_elsewhere(address, offset, *frame_rules_, copied);
  }

  ArgumentName argument(std::uint64_t address, SourceLines& sources, const SourceLocation& call,
                        std::string_view function, int index, bool out, std::uint64_t begin, std::uint64_t end) {
    const auto& text = argument_text(address, sources, call, function, index);
    return text ? debug_->argument(address, *text, out, begin, end) : ArgumentName{};
  }

  // Trials of advice ask for the same texts once for each replay.
  const std::optional<std::string>& argument_text(std::uint64_t address, SourceLines& sources,
                                                  const SourceLocation& call, std::string_view function, int index) {
    auto [found, inserted] = texts_.try_emplace({address, index, std::string(function)});
    if (!inserted || debug_ == nullptr) return found->second;
    const bool fortran = debug_->fortran_at(address);
    found->second = symbolize::argument_text(sources.of(call.file), call.line, function, index, fortran);
    // A generic procedure of mpi_f08 is also the one for large counts.
    if (!found->second && fortran && function.ends_with("_c"))
      found->second = symbolize::argument_text(sources.of(call.file), call.line,
                                               function.substr(0, function.size() - 2), index, fortran);
    if (found->second || fortran) return found->second;
    if (const auto text = expanded_statement(call.file, call.line, sources))
      found->second = symbolize::argument_text(std::vector<std::string>{*text}, 1, function, index, false);
    return found->second;
  }

  // Whether the statement, or the statement of an inlined function there, contains the variable's name. If a variable
  // is not in use, compilers put values without a name, or without debug information, in its place.
  bool is_named(std::uint64_t address, const std::string& variable, SourceLines& sources,
                std::vector<std::string>& problems) {
    auto [found, inserted] = named_.try_emplace({address, variable});
    if (!inserted) return found->second;
    found->second = std::ranges::any_of(frames(address, problems), [&](const SourceLocation& frame) {
      return frame.line > 0 && !SourceLines::changed_since_built(frame) &&
             has_name(sources.of(frame.file), frame.line, variable, is_fortran_source(frame.file));
    });
    return found->second;
  }

  // Compilers copy the first look to before the loop, and our pass reports loads there: the source shows what it is.
  bool waits(std::uint64_t return_address, std::vector<std::string>& problems) {
    const MachineCode& code = code_in(problems);
    const MachineCode::Function function = code.function_at(return_address - 1);
    const auto [looks, added] = looks_.try_emplace(function.begin);
    if (added) looks->second = looks_in(code, function);
    return std::ranges::any_of(looks->second, [&](const Look& look) {
      if (!look.waits) return false;
      if (look.return_address == return_address) return true;
      return same_places(frames(look.return_address - 1, problems), frames(return_address - 1, problems));
    });
  }

  StrandCode code_of_strands(std::uint64_t address, std::vector<std::string>& problems) {
    const auto [shown, added] = codes_of_strands_.try_emplace(address);
    if (added) {
      const MachineCode& code = code_in(problems);
      shown->second = {asks_which_thread(code, address), allocates_before_parts(code, address)};
    }
    return shown->second;
  }

  NumberUse use_of_number(std::uint64_t return_address, std::vector<std::string>& problems) {
    const MachineCode& code = code_in(problems);
    return symbolize::use_of_number(code, code.function_at(return_address - 1), return_address);
  }

  bool only_first_thread(std::uint64_t asked_at, const std::vector<std::uint64_t>& callers, bool from_elsewhere,
                         std::vector<std::string>& problems) {
    const MachineCode& code = code_in(problems);
    const auto found = code_of_first_thread(code, code.function_at(asked_at - 1), asked_at, callers, from_elsewhere);
    if (!found) return false;
    if (found->like_it.empty()) return true;
    const std::vector<SourceLocation> call = frames(found->return_address - 1, problems);
    if (call.empty() || call.front().line == 0) return false;
    return std::ranges::none_of(found->like_it, [&](std::uint64_t other) {
      const std::vector<SourceLocation> others = frames(other - 1, problems);
      return others.empty() || others.front().line == 0 || same_places(others, call);
    });
  }

 private:
  const MachineCode& code_in(std::vector<std::string>& problems) {
    if (!opened_) open(problems);
    if (code_ == nullptr) code_ = std::make_unique<MachineCode>(file_, symbols_);
    return *code_;
  }
  void open(std::vector<std::string>& problems) {
    opened_ = true;
    if (path_.empty() || path_.front() == '[') return;  // the kernel's own code
    file_ = ElfFile::open(path_);
    bool changed = file_ != nullptr && !build_id_.empty() && file_->build_id() != build_id_;
    std::shared_ptr<ElfFile> debug;
    if (file_ == nullptr || changed) {
      file_ = debug = find_debug_file_by_id(build_id_);
      if (debug == nullptr) {
        problems.push_back(
            changed
                ? fmt::format(
                      "{} was rebuilt after this run (its build id differs): its functions and lines are not known.",
                      path_)
                : fmt::format("{} cannot be read here: its functions and lines are not known.", path_));
        return;
      }
    } else {
      debug = find_debug_file(file_);
    }
    if (debug != nullptr) {
      debug_ = DebugInfo::open(debug);
      symbols_ = debug;
    }
    if (debug_ == nullptr && !is_system_library(path_) && !starts_with_any(name_of_file(path_), kInterpreters)) {
      problems.push_back(without_lines());
    }
  }

  std::string without_lines() const {
    return fmt::format("{} has no debug information: functions are shown without lines; compile it with -g.", path_);
  }

  std::vector<SourceLocation> look_up(std::uint64_t address, std::vector<std::string>& problems) {
    if (!opened_) open(problems);
    std::vector<SourceLocation> locations;
    if (debug_ != nullptr) {
      for (Frame& frame : debug_->frames(address)) {
        locations.push_back({.file = std::move(frame.file),
                             .line = frame.line,
                             .column = frame.column,
                             .function = std::move(frame.function),
                             .module = path_});
      }
    }
    // With -g1, clang names only functions that were inlined, and those into which they were inlined.
    if (locations.empty()) locations.push_back({.module = path_});
    if (locations.back().function.empty()) {
      std::string symbol = file_ != nullptr ? file_->function_at(address) : "";
      if (symbol.empty() && symbols_ != nullptr) symbol = symbols_->function_at(address);
      locations.back().function = readable_name(symbol);
      // (What compilers and Fencepost link to the program may have debug information.)
      if (debug_ != nullptr && (symbol == "main" || symbol == "MAIN__")) problems.push_back(without_lines());
    }
    return locations;
  }

  std::string path_;
  std::string build_id_;
  bool opened_ = false;
  std::shared_ptr<ElfFile> file_;
  std::shared_ptr<ElfFile> symbols_;  // the separate debug file, which keeps the full symbol table
  std::unique_ptr<DebugInfo> debug_;
  std::unique_ptr<FrameRules> frame_rules_;                                                // read when first needed
  std::map<std::pair<std::uint64_t, std::int64_t>, std::optional<LocalVariable>> locals_;  // by address, offset
  std::unique_ptr<StaticMemory> statics_;                                                  // read when first needed
  std::unique_ptr<MachineCode> code_;                                                      // read when first needed
  std::unordered_map<std::uint64_t, std::vector<Look>> looks_;  // by the beginning of the function
  std::map<std::uint64_t, StrandCode> codes_of_strands_;        // by address
  std::unordered_map<std::uint64_t, std::vector<SourceLocation>> cache_;
  // By address, the argument's index, and the function.
  std::map<std::tuple<std::uint64_t, int, std::string>, std::optional<std::string>> texts_;
  std::map<std::pair<std::uint64_t, std::string>, bool> named_;  // by address and variable
};

AddressBook::AddressBook() = default;
AddressBook::~AddressBook() = default;

void AddressBook::define(ProcessId process, const event::Module& module) {
  const Guard guard(mutex_);
  if (module.end <= module.begin) return;
  auto& file = files_[{std::string(module.path), std::string(module.build_id)}];
  if (file == nullptr) file = std::make_shared<BinaryFile>(std::string(module.path), std::string(module.build_id));
  processes_[process].modules.push_back({module.begin, module.end, module.bias, file});
}

void AddressBook::define(ProcessId process, const event::Stack& stack) {
  const Guard guard(mutex_);
  Process& owner = processes_[process];
  const StackId id(stack.id);
  owner.stacks[id] = {{stack.frames.begin(), stack.frames.end()}, owner.modules.size()};
  owner.answered.erase(owner.answered.lower_bound({id, 0}), owner.answered.upper_bound({id, ~std::uint64_t{0}}));
}

void AddressBook::define(ProcessId process, const event::StackLayout& layout) {
  const Guard guard(mutex_);
  Layout frames;
  std::uint64_t end = layout.base;
  for (std::size_t i = 0; i + 1 < layout.frames.size(); i += 2) {
    const std::uint64_t begin = end + layout.frames[i];
    end = begin + layout.frames[i + 1];
    frames.push_back({begin, end});
  }
  processes_[process].layouts[StackId(layout.stack)].push_back(std::move(frames));
}

void AddressBook::define(ProcessId process, const event::InterpretedPlace& place) {
  const Guard guard(mutex_);
  Process& owner = processes_[process];
  owner.interpreted[place.address] = {
      .file = std::string(place.file), .line = static_cast<int>(place.line), .function = std::string(place.function)};
  owner.answered.clear();
}

const AddressBook::Module* AddressBook::Process::module_at(std::uint64_t address, std::size_t count) const {
  while (count > 0) {
    const Module& module = modules[--count];
    if (module.begin <= address && address < module.end) return &module;
  }
  return nullptr;
}

void AddressBook::append_frames(const Process& process, std::uint64_t return_address, std::size_t modules,
                                std::vector<SourceLocation>& frames) {
  if (return_address >= kFirstInterpreted) {
    const auto place = process.interpreted.find(return_address);
    if (place != process.interpreted.end()) frames.push_back(place->second);
    return;
  }
  // The return address may already be in the next statement, or the next function: the call ends just before it.
  const std::uint64_t pc = return_address - 1;
  const Module* const module = process.module_at(pc, modules);
  if (module == nullptr) {
    frames.push_back({.address = return_address});
    return;
  }
  for (const SourceLocation& frame : module->file->frames(pc - module->bias, problems_)) {
    frames.push_back(frame);
    frames.back().address = pc - module->bias;
  }
}

std::vector<SourceLocation> AddressBook::user_frames(Process& process, std::uint64_t return_address, StackId stack) {
  const auto known = process.stacks.find(stack);
  const bool stays = known != process.stacks.end();  // otherwise it is looked up in the current modules
  if (stays) {
    const auto answered = process.answered.find({stack, return_address});
    if (answered != process.answered.end()) return answered->second;
  }
  const std::size_t modules = stays ? known->second.modules : process.modules.size();
  std::vector<SourceLocation> frames;
  if (return_address != 0) append_frames(process, return_address, modules, frames);
  if (stays)
    for (const std::uint64_t caller : known->second.return_addresses) append_frames(process, caller, modules, frames);
  trim(frames);
  if (!stays) return frames;
  if (process.answered.size() >= kMostAnswered) process.answered.clear();
  return process.answered[{stack, return_address}] = std::move(frames);
}

std::vector<SourceLocation> AddressBook::frames(ProcessId process, std::uint64_t return_address) {
  const Guard guard(mutex_);
  std::vector<SourceLocation> frames;
  const Process& owner = processes_[process];
  append_frames(owner, return_address, owner.modules.size(), frames);
  return frames;
}

std::vector<SourceLocation> AddressBook::stack(ProcessId process, StackId stack) {
  const Guard guard(mutex_);
  return user_frames(processes_[process], 0, stack);
}

std::vector<SourceLocation> AddressBook::statement(ProcessId process, std::uint64_t return_address, StackId callers) {
  const Guard guard(mutex_);
  return user_frames(processes_[process], return_address, callers);
}

std::string AddressBook::variable(ProcessId process, std::uint64_t begin, std::uint64_t end) {
  const Guard guard(mutex_);
  const Process& owner = processes_[process];
  const Module* const module = owner.module_at(begin, owner.modules.size());
  if (module == nullptr) return "";
  return module->file->variable(begin - module->bias, end - module->bias, problems_);
}

std::optional<StaticMemory::Variable> AddressBook::variable_around(ProcessId process, std::uint64_t address) {
  const Guard guard(mutex_);
  const Process& owner = processes_[process];
  const Module* const module = owner.module_at(address, owner.modules.size());
  if (module == nullptr) return std::nullopt;
  auto found = module->file->variable_around(address - module->bias, problems_);
  if (found) found->begin += module->bias, found->end += module->bias;
  return found;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> AddressBook::files_in_memory(ProcessId process) {
  const Guard guard(mutex_);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> files;
  for (const Module& module : processes_[process].modules) files.emplace_back(module.begin, module.end);
  return files;
}

std::optional<AddressBook::FrameAround> AddressBook::frame_around(const Process& owner, StackId stack,
                                                                  std::uint64_t address) const {
  const auto layouts = owner.layouts.find(stack);
  const auto known = owner.stacks.find(stack);
  if (layouts == owner.layouts.end() || known == owner.stacks.end()) return std::nullopt;
  std::size_t index = 0;
  std::optional<std::uint64_t> canonical;
  for (const Layout& layout : layouts->second) {
    const auto frame =
        std::ranges::find_if(layout, [&](const StackFrame& one) { return one.begin <= address && address < one.end; });
    if (frame == layout.end()) continue;
    const auto at = static_cast<std::size_t>(frame - layout.begin());
    if (canonical && (at != index || *canonical != frame->canonical_address())) return std::nullopt;
    index = at;
    canonical = frame->canonical_address();
  }
  if (!canonical || index >= known->second.return_addresses.size()) return std::nullopt;
  const std::uint64_t pc = known->second.return_addresses[index] - 1;
  const Module* const module = owner.module_at(pc, known->second.modules);
  if (module == nullptr) return std::nullopt;
  return FrameAround{module, pc - module->bias, *canonical};
}

std::optional<StaticMemory::Variable> AddressBook::local_around(ProcessId process, StackId stack,
                                                                std::uint64_t address) {
  const Guard guard(mutex_);
  const auto frame = frame_around(processes_[process], stack, address);
  if (!frame) return std::nullopt;
  BinaryFile& file = *frame->module->file;
  const auto found = file.local(frame->pc, static_cast<std::int64_t>(address - frame->canonical), problems_);
  if (!found || !file.is_named(frame->pc, found->name, sources_, problems_)) return std::nullopt;
  return StaticMemory::Variable{frame->canonical + static_cast<std::uint64_t>(found->begin),
                                frame->canonical + static_cast<std::uint64_t>(found->end), found->name};
}

std::vector<AddressBook::Laid> AddressBook::places_of(const Process& owner, StackId stack) {
  constexpr std::size_t kMostPlaces = 16;  // a call deep in a recursion: so many places are told, and no more
  const auto layouts = owner.layouts.find(stack);
  const auto known = owner.stacks.find(stack);
  if (layouts == owner.layouts.end() || known == owner.stacks.end() || layouts->second.size() > kMostPlaces) return {};
  std::vector<Laid> all;
  for (const Layout& layout : layouts->second) {
    // Where the outermost function's frame ends is never known; what else is missing was left out.
    if (layout.empty() || layout.size() + 1 != known->second.return_addresses.size()) return {};
    all.push_back({&known->second, &layout});
  }
  return all;
}

bool AddressBook::Laid::begins_as(const Laid& other) const {
  return layout->back().end == other.layout->back().end &&
         stack->return_addresses.back() == other.stack->return_addresses.back();
}

// Whether a function whose frame ends there returns to that address.
bool AddressBook::Laid::has(std::uint64_t end, std::uint64_t return_address) const {
  for (std::size_t i = 0; i < layout->size(); ++i)
    if ((*layout)[i].end == end && stack->return_addresses[i + 1] == return_address) return true;
  return false;
}

namespace {

// Whether the address lies on a stack, at one of the places where that lay. Most buffers lie on none.
template <class Layouts>
bool may_have(const Layouts& layouts, std::uint64_t address) {
  return std::ranges::any_of(layouts, [&](const auto& layout) {
    return !layout.empty() && layout.front().begin <= address && address < layout.back().end;
  });
}

}  // namespace

bool AddressBook::is_left(ProcessId process, StackId stack, std::uint64_t address, StackId later) {
  const Guard guard(mutex_);
  const Process& owner = processes_[process];
  const auto layouts = owner.layouts.find(stack);
  if (stack == later || layouts == owner.layouts.end() || !may_have(layouts->second, address)) return false;
  std::vector<Laid> afterwards;
  bool left = false;
  for (const Laid& laid : places_of(owner, stack)) {
    const auto frame = std::ranges::find_if(
        *laid.layout, [&](const StackFrame& one) { return one.begin <= address && address < one.end; });
    if (frame == laid.layout->end()) continue;
    if (afterwards.empty()) afterwards = places_of(owner, later);
    const std::uint64_t returns_to =
        laid.stack->return_addresses[static_cast<std::size_t>(frame - laid.layout->begin()) + 1];
    const auto is_gone = [&](const Laid& after) { return after.begins_as(laid) && !after.has(frame->end, returns_to); };
    if (afterwards.empty() || !std::ranges::all_of(afterwards, is_gone)) return false;
    left = true;
  }
  return left;
}

std::optional<AddressBook::LeftBlock> AddressBook::left_block(ProcessId process, StackId stack, std::uint64_t address,
                                                              StackId later) {
  const Guard guard(mutex_);
  Process& owner = processes_[process];
  const auto layouts = owner.layouts.find(stack);
  if (stack == later || layouts == owner.layouts.end() || !may_have(layouts->second, address)) return std::nullopt;
  if (owner.left_blocks.size() >= kMostAnswered) owner.left_blocks.clear();
  const auto [known, fresh] = owner.left_blocks.try_emplace({stack, later, address});
  if (fresh) known->second = find_left_block(owner, stack, address, later);
  return known->second;
}

std::optional<AddressBook::LeftBlock> AddressBook::find_left_block(const Process& owner, StackId stack,
                                                                   std::uint64_t address, StackId later) {
  const auto frame = frame_around(owner, stack, address);
  if (!frame) return std::nullopt;
  const auto is_its = [&](const StackFrame& one) { return one.canonical_address() == frame->canonical; };
  std::optional<std::uint64_t> pc;
  for (const Laid& laid : places_of(owner, stack)) {
    const auto before = std::ranges::find_if(*laid.layout, is_its);
    if (before == laid.layout->end()) continue;
    const auto next = static_cast<std::size_t>(before - laid.layout->begin()) + 1;
    for (const Laid& after : places_of(owner, later)) {
      const auto now = std::ranges::find_if(*after.layout, is_its);
      if (!after.begins_as(laid) || !after.has(before->end, laid.stack->return_addresses[next])) return std::nullopt;
      const auto at = static_cast<std::size_t>(now - after.layout->begin());
      const std::uint64_t there = after.stack->return_addresses[at] - 1 - frame->module->bias;
      if (pc && *pc != there) return std::nullopt;
      pc = there;
    }
  }
  if (!pc) return std::nullopt;
  BinaryFile& file = *frame->module->file;
  auto found = file.left_block(frame->pc, static_cast<std::int64_t>(address - frame->canonical), *pc, problems_);
  if (!found || !file.is_named(frame->pc, found->variable, sources_, problems_)) return std::nullopt;
  if (SourceLines::changed_since_built(found->used)) return std::nullopt;
  return found;
}

bool AddressBook::in_compiler_copy(ProcessId process, StackId stack, std::uint64_t address, std::string_view copied) {
  const Guard guard(mutex_);
  const auto frame = frame_around(processes_[process], stack, address);
  if (!frame) return false;
  BinaryFile& file = *frame->module->file;
  return is_statement(file.frames(frame->pc, problems_).front()) &&
         file.is_copy(frame->pc, static_cast<std::int64_t>(address - frame->canonical), copied, problems_);
}

template <class Visit>
auto AddressBook::at_call(ProcessId process, StackId stack, Visit&& visit)
    -> decltype(visit(std::declval<const Module&>(), std::uint64_t{}, std::declval<const SourceLocation&>())) {
  const Process& owner = processes_[process];
  const auto known = owner.stacks.find(stack);
  if (known == owner.stacks.end()) return {};
  for (const std::uint64_t return_address : known->second.return_addresses) {
    if (return_address >= kFirstInterpreted) return {};  // for such code only places are known
    const std::uint64_t pc = return_address - 1;
    const Module* const module = owner.module_at(pc, known->second.modules);
    if (module == nullptr) continue;
    const SourceLocation& call = module->file->frames(pc - module->bias, problems_).front();
    if (!is_statement(call) || is_profiling(call)) continue;
    if (SourceLines::changed_since_built(call)) return {};
    return visit(*module, pc - module->bias, call);
  }
  return {};
}

ArgumentName AddressBook::argument(ProcessId process, StackId stack, std::string_view function, int index, bool out,
                                   std::uint64_t begin, std::uint64_t end) {
  const Guard guard(mutex_);
  return at_call(process, stack, [&](const Module& module, std::uint64_t address, const SourceLocation& call) {
    return module.file->argument(address, sources_, call, function, index, out, begin, end);
  });
}

std::optional<std::string> AddressBook::argument_text(ProcessId process, StackId stack, std::string_view function,
                                                      int index) {
  const Guard guard(mutex_);
  return at_call(process, stack, [&](const Module& module, std::uint64_t address, const SourceLocation& call) {
    return module.file->argument_text(address, sources_, call, function, index);
  });
}

BinaryFile& AddressBook::file_at(const std::string& path, const std::string& build_id) {
  auto& file = files_[{path, build_id}];
  if (file == nullptr) file = std::make_shared<BinaryFile>(path, build_id);
  return *file;
}

bool AddressBook::waits(const std::string& path, const std::string& build_id, std::uint64_t return_address) {
  const Guard guard(mutex_);
  return file_at(path, build_id).waits(return_address, problems_);
}

bool AddressBook::only_first_thread(const std::string& path, const std::string& build_id, std::uint64_t asked_at,
                                    const std::vector<std::uint64_t>& callers, bool from_elsewhere) {
  const Guard guard(mutex_);
  return file_at(path, build_id).only_first_thread(asked_at, callers, from_elsewhere, problems_);
}

NumberUse AddressBook::use_of_number(const std::string& path, const std::string& build_id,
                                     std::uint64_t return_address) {
  const Guard guard(mutex_);
  return file_at(path, build_id).use_of_number(return_address, problems_);
}

StrandCode AddressBook::code_of_strands(const std::string& path, const std::string& build_id, std::uint64_t address) {
  const Guard guard(mutex_);
  return file_at(path, build_id).code_of_strands(address, problems_);
}

std::vector<std::string> AddressBook::problems() const {
  const Guard guard(mutex_);
  return problems_;
}

}  // namespace fencepost::symbolize
