// Buffers and window memory that begin in a variable and continue after its end (FP-RANGE-009): a variable with a fixed
// address, or a local one of a function that has not returned. Heap memory is judged inside the program.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "range_checks/makers.h"

namespace fencepost {
namespace {

class VariableCheck : public CheckOf<VariableCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job& job, const Operation& operation) override {
    Files& files = files_of(operation.place.process);
    buffer(job, files, operation, operation.origin, "origin");
    if (operation.result.count > 0) buffer(job, files, operation, operation.result, "result");
  }

  void on(const event::Attach& attach, const Here& here) {
    memory(here.place, here.job.window_by_id(here.place.process, attach.window), attach.address, attach.size);
  }
  void on_done(const event::WindowCreateEnd& made, const Here& here) {
    const Window* const window = here.job.window_by_id(here.place.process, made.window);
    const bool ours = window != nullptr && window->flavor == WindowFlavor::kCreate;
    const Rank rank = ours ? window->rank_of(here.place.process) : Rank::kNone;
    if (rank == Rank::kNone) return;
    const WindowPart& part = window->part(rank);
    memory(part.created, window, part.base, part.size);
  }

 private:
  // The addresses of the files that a process has loaded: most buffers are elsewhere.
  struct Files {
    std::vector<ByteRange> ranges;
    std::uint64_t asked = 0, look_again = 1;
    std::unordered_map<std::uint64_t, std::uint64_t> good;  // addresses of buffers, and the largest end that they had
  };
  std::map<ProcessId, Files> files_;
  std::pair<ProcessId, Files*> last_{-1, nullptr};

  Files& files_of(ProcessId process) {
    if (last_.first != process) last_ = {process, &files_[process]};
    Files& files = *last_.second;
    // Libraries may be loaded later.
    if (++files.asked >= files.look_again) {
      files.look_again *= 2;
      files.ranges.clear();
      for (const auto& [begin, end] : words().symbolizer().files_in_memory(process))
        files.ranges.push_back({begin, end});
      std::ranges::sort(files.ranges, {}, &ByteRange::begin);
    }
    return files;
  }

  static bool in_a_file(const Files& files, std::uint64_t address) {
    const auto next = std::ranges::upper_bound(files.ranges, address, {}, &ByteRange::begin);
    return next != files.ranges.begin() && address < std::prev(next)->end;
  }

  // Only for predefined types: other types may be made to reach from one variable to another.
  void buffer(const Job& job, Files& files, const Operation& operation, const Buffer& buffer, std::string_view name) {
    if (buffer.count <= 0) return;
    const Datatype* const type = job.datatype(operation.place.process, buffer.datatype);
    if (type == nullptr || !type->predefined || type->size <= 0 || type->extent != type->size) return;
    const std::uint64_t bytes = static_cast<std::uint64_t>(buffer.count) * static_cast<std::uint64_t>(type->size);
    const std::uint64_t end = buffer.address + bytes;
    const bool is_static = in_a_file(files, buffer.address);
    if (is_static) {
      const auto known = files.good.find(buffer.address);
      if (known != files.good.end() && end <= known->second) return;
    }
    const auto variable = shorter_variable(operation.place, is_static, buffer.address, end);
    if (!variable && !is_static) return;
    if (!variable) {
      constexpr std::size_t kMost = 4096;
      if (files.good.size() >= kMost) files.good.clear();
      files.good[buffer.address] = end;
      return;
    }
    if (!report().is_new(rule::kInvalidBuffer, operation.place, operation.window)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {} on {} with {} as {}, {}.", operation.place.process,
                            name_of(operation.place.call), words().window_short(operation.window),
                            count_of(bytes, "byte"), name, words_of(*variable, buffer.address));
    v.suggestion =
        advice_on(*variable, buffer.address, "as count and datatype say", "the count or the datatype is wrong");
    v.accesses = {words().operation(operation)};
    report().add(rule::kInvalidBuffer, operation.place, std::move(v));
  }

  void memory(const Place& place, const Window* window, std::uint64_t address, std::uint64_t size) {
    if (window == nullptr || size == 0) return;
    const bool is_static = in_a_file(files_of(place.process), address);
    const auto variable = shorter_variable(place, is_static, address, address + size);
    if (!variable || !report().is_new(rule::kInvalidBuffer, place, window->key)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {} with {} as base, {}.", place.process, name_of(place.call),
                            count_of(size, "byte"), words_of(*variable, address));
    v.suggestion = advice_on(*variable, address, "as the window", "the size, which counts bytes, is wrong");
    Access access = words().call(place);
    access.window = words().window(window->key);
    v.accesses = {std::move(access)};
    report().add(rule::kInvalidBuffer, place, std::move(v));
  }

  std::optional<Symbolizer::Variable> shorter_variable(const Place& place, bool is_static, std::uint64_t address,
                                                       std::uint64_t end) {
    Symbolizer& symbolizer = words().symbolizer();
    auto variable =
        is_static ? symbolizer.variable_around(place.process, address) : symbolizer.local_around(place, address);
    return variable && end > variable->end ? std::move(variable) : std::nullopt;
  }

  static std::string advice_on(const Symbolizer::Variable& variable, std::uint64_t address, std::string_view how_long,
                               std::string_view otherwise) {
    const bool may_be_pointer = address == variable.begin && variable.end - variable.begin == sizeof(void*);
    return may_be_pointer ? fmt::format(
                                "If {0} is a pointer, the memory that it points to is meant: {0}, not &{0}. If "
                                "not, the variable has to be as long {1}.",
                                variable.name, how_long)
                          : fmt::format("The variable has to be as long {}, or {}.", how_long, otherwise);
  }

  static std::string words_of(const Symbolizer::Variable& variable, std::uint64_t address) {
    const std::string left = count_of(variable.end - address, "byte");
    return address == variable.begin ? fmt::format("but the variable {} has {}", variable.name, left)
                                     : fmt::format("but the variable {} has {} from there on", variable.name, left);
  }
};

}  // namespace

std::unique_ptr<Check> make_variable_check(Report& report) {
  return std::make_unique<VariableCheck>(report);
}

}  // namespace fencepost
