#include "recorder/modules.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <string_view>
#include <unistd.h>

#include <climits>

#include "record/program_code.h"
#include "recorder/interpreter.h"
#include "recorder/process.h"

namespace fencepost::record {

namespace detail {

namespace {

struct Module {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t bias = 0;
  bool instrumented = false;
  bool present = false;  // the current look at what is loaded has seen it
  bool defined = false;
  Owner owner = Owner::kUser;
  std::string_view name;  // as the loader has it
  std::string_view path;
  std::string_view build_id;
};

// Sorted by `begin`; those that are not loaded any more are taken out.
struct ModuleTable {
  Module* modules = nullptr;
  std::size_t count = 0;
  std::size_t capacity = 0;
  unsigned long long loads = 0;  // the loader's counts at the last look
  unsigned long long unloads = 0;
};
constinit ModuleTable table;

// Addresses that were marked before anything was known about modules.
constexpr std::size_t kMostMarks = 1024;
constinit std::uint64_t marks[kMostMarks];
constinit std::atomic<std::size_t> mark_count{0};

// How the file names of those libraries begin whose frames are not the user's.
constexpr std::string_view kMpiLibraries[] = {"libmpi",     "libpmpi",   "libmpich", "libopen-pal", "libopen-rte",
                                              "libmvapich", "libfmpich", "mca_",     "libpmix"};

Owner owner_by_name(std::string_view path) {
  const std::string_view name = record::name_of_file(path);
  if (name.starts_with("libfencepost") && name.find(".so") != std::string_view::npos) return Owner::kFencepost;
  if (name.find(".so") == std::string_view::npos) return Owner::kUser;
  for (const auto prefix : kMpiLibraries) {
    if (name.starts_with(prefix)) return Owner::kMpi;
  }
  return Owner::kUser;
}

std::string_view build_id_of(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const char*>(info.dlpi_addr + header.p_vaddr);
    const auto* const end = at + header.p_memsz;
    const auto padded = [](std::size_t size) { return (size + 3) & ~std::size_t{3}; };
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* const name = at + sizeof note;
      const char* const content = name + padded(note.n_namesz);
      if (content + note.n_descsz > end) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
        auto* text = static_cast<char*>(process.arena.allocate(2 * std::size_t{note.n_descsz} + 1));
        if (text == nullptr) return {};
        for (std::size_t k = 0; k < note.n_descsz; ++k) {
          const auto byte = static_cast<unsigned char>(content[k]);
          text[2 * k] = "0123456789abcdef"[byte >> 4];
          text[2 * k + 1] = "0123456789abcdef"[byte & 15];
        }
        return {text, 2 * std::size_t{note.n_descsz}};
      }
      at = content + padded(note.n_descsz);
    }
  }
  return {};
}

std::string_view path_of(const dl_phdr_info& info) {
  char buffer[PATH_MAX];
  if (info.dlpi_name == nullptr || info.dlpi_name[0] == 0) {
    const ssize_t length = readlink("/proc/self/exe", buffer, sizeof buffer);
    return length > 0 ? process.arena.copy({buffer, static_cast<std::size_t>(length)}) : std::string_view{};
  }
  return process.arena.copy(realpath(info.dlpi_name, buffer) != nullptr ? buffer : info.dlpi_name);
}

bool add(const Module& module) {
  if (table.count == table.capacity) {
    const std::size_t capacity = table.capacity == 0 ? 256 : 2 * table.capacity;
    auto* const larger = static_cast<Module*>(process.arena.allocate(capacity * sizeof(Module)));
    if (larger == nullptr) return false;
    std::copy_n(table.modules, table.count, larger);
    table.modules = larger;
    table.capacity = capacity;
  }
  table.modules[table.count++] = module;
  return true;
}

int look_at(dl_phdr_info* info, std::size_t, void*) {
  table.loads = info->dlpi_adds;
  table.unloads = info->dlpi_subs;
  Module module{.begin = ~std::uint64_t{0}, .bias = info->dlpi_addr, .present = true};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    module.begin = std::min<std::uint64_t>(module.begin, info->dlpi_addr + header.p_vaddr);
    module.end = std::max<std::uint64_t>(module.end, info->dlpi_addr + header.p_vaddr + header.p_memsz);
  }
  if (module.begin >= module.end) return 0;
  const std::string_view name = info->dlpi_name != nullptr ? info->dlpi_name : "";
  for (std::size_t i = 0; i < table.count; ++i) {
    Module& known = table.modules[i];
    // The loader may put another object at the same place.
    if (known.begin == module.begin && known.end == module.end && known.name == name) {
      known.present = true;
      return 0;
    }
  }
  module.name = process.arena.copy(name);
  module.path = path_of(*info);
  module.build_id = build_id_of(*info);
  module.owner = is_interpreter(module.begin, module.end) ? Owner::kInterpreter : owner_by_name(module.path);
  return add(module) ? 0 : 1;
}

void define_module(Module& module) {
  module.defined = true;
  define_locked(event::Module{.begin = module.begin,
                              .end = module.end,
                              .bias = module.bias,
                              .instrumented = module.instrumented,
                              .path = module.path,
                              .build_id = module.build_id});
}

Module* find(std::uint64_t address) {
  Module* const end = table.modules + table.count;
  Module* const after = std::upper_bound(
      table.modules, end, address, [](std::uint64_t value, const Module& module) { return value < module.begin; });
  if (after == table.modules) return nullptr;
  Module* const module = after - 1;
  return address < module->end ? module : nullptr;
}

bool is_unseen(const Module& module) {
  if (module.instrumented || !module.path.starts_with('/')) return false;
  if (module.name.empty()) return true;  // the executable
  if (lies_in_system_folder(module.path)) return false;
  return std::none_of(table.modules, table.modules + table.count, [&](const Module& other) {
    return is_of_tool_or_mpi(other.path) && folder_of(other.path) == folder_of(module.path);
  });
}

}  // namespace

constinit std::atomic<bool> unseen_code{false};

void define_modules() noexcept {
  for (std::size_t i = 0; i < table.count; ++i) table.modules[i].present = false;
  dl_iterate_phdr(look_at, nullptr);
  table.count = static_cast<std::size_t>(
      std::remove_if(table.modules, table.modules + table.count, [](const Module& module) { return !module.present; }) -
      table.modules);
  std::sort(table.modules, table.modules + table.count,
            [](const Module& a, const Module& b) { return a.begin < b.begin; });
  const std::size_t marked = std::min(mark_count.load(std::memory_order_acquire), kMostMarks);
  for (std::size_t i = 0; i < marked; ++i) {
    if (Module* const module = find(marks[i]); module != nullptr && !module->instrumented) {
      module->instrumented = true;
      module->defined = false;
    }
  }
  for (std::size_t i = 0; i < table.count; ++i) {
    if (!table.modules[i].defined) define_module(table.modules[i]);
  }
  unseen_code.store(std::any_of(table.modules, table.modules + table.count, is_unseen), std::memory_order_relaxed);
}

void forget_modules() noexcept {
  for (std::size_t i = 0; i < table.count; ++i) table.modules[i].defined = false;
}

Owner owner_of(std::uint64_t address) noexcept {
  const Module* const module = find(address);
  return module != nullptr ? module->owner : Owner::kUser;
}

bool notice_loaded_modules() noexcept {
  struct Counts {
    unsigned long long loads = 0, unloads = 0;
  } counts;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* argument) {
        *static_cast<Counts*>(argument) = {info->dlpi_adds, info->dlpi_subs};
        return 1;
      },
      &counts);
  if (counts.loads == table.loads && counts.unloads == table.unloads) return false;
  const bool unloaded = counts.unloads != table.unloads;
  define_modules();
  return unloaded;
}

}  // namespace detail

void mark_instrumented(const void* address) noexcept {
  using namespace detail;
  const std::size_t index = mark_count.fetch_add(1, std::memory_order_acq_rel);
  if (index < kMostMarks) marks[index] = reinterpret_cast<std::uint64_t>(address);
  const DefinitionsEntry entry;
  if (entry) define_modules();
}

}  // namespace fencepost::record
