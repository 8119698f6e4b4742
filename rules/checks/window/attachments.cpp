#include "window_checks/attachments.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace fencepost {
namespace {

class Search {
 public:
  explicit Search(const std::map<std::uint64_t, Attachment>& attached) : attached_(attached) {}

  // False: some byte lies in no region.
  bool add(const Strided& bytes) {
    if (bytes.empty()) return true;
    if (const Attachment* const one = region_at(bytes.begin); one && bytes.end() <= end_of(*one)) return add(one);
    for (std::uint64_t outer = 0; outer < bytes.outer_count; ++outer) {
      for (std::uint64_t inner = 0; inner < bytes.count; ++inner) {
        const std::uint64_t begin = bytes.begin + outer * bytes.outer_stride + inner * bytes.stride;
        if (!add(begin, begin + bytes.size)) return false;
      }
    }
    return true;
  }

  std::vector<const Attachment*> found() const { return found_; }

 private:
  static std::uint64_t end_of(const Attachment& region) { return region.address + region.size; }

  const Attachment* region_at(std::uint64_t address) const {
    const auto above = attached_.upper_bound(address);
    if (above == attached_.begin()) return nullptr;
    const Attachment& region = std::prev(above)->second;
    return address < end_of(region) ? &region : nullptr;
  }

  bool add(const Attachment* region) {
    if (std::ranges::find(found_, region) == found_.end()) found_.push_back(region);
    return true;
  }
  bool add(std::uint64_t begin, std::uint64_t end) {
    while (begin < end) {
      const Attachment* const region = region_at(begin);
      if (region == nullptr) return false;
      add(region);
      begin = end_of(*region);
    }
    return true;
  }

  const std::map<std::uint64_t, Attachment>& attached_;
  std::vector<const Attachment*> found_;
};

}  // namespace

std::vector<const Attachment*> attachments_of(const std::map<std::uint64_t, Attachment>& attached,
                                              const Pieces& bytes) {
  Search search(attached);
  for (const Strided& piece : bytes) {
    if (!search.add(piece)) return {};
  }
  return search.found();
}

std::optional<AttachedElsewhere> attached_elsewhere(const Job& job, const Window& window, ProcessId process,
                                                    const ByteRange& bytes) {
  std::vector<AttachedElsewhere> found;
  const auto look = [&](WindowKey key, ProcessId at) {
    const WindowState& state = job.state(at, key);
    if (state.freed) return;
    for (const auto& [address, region] : state.attached)
      if (address <= bytes.begin && bytes.end <= address + region.size) found.push_back({key, at, region.attached});
  };
  for (const ProcessId other : window.processes)
    if (other != process) look(window.key, other);
  if (found.empty())
    for (const auto& [key, other] : job.windows())
      if (key != window.key && other->flavor == WindowFlavor::kDynamic && other->rank_of(process) != Rank::kNone)
        look(key, process);
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

void RefusedAttachments::add(const Region& region, const ByteRange& bytes, Report::Number told) {
  std::vector<Refused>& refused = refused_[region];
  if (std::ranges::find(refused, bytes, &Refused::bytes) == refused.end()) refused.push_back({bytes, told});
}

void RefusedAttachments::attached(const Region& region, const ByteRange& bytes) {
  const auto at = refused_.find(region);
  if (at != refused_.end()) std::erase_if(at->second, [&](const Refused& one) { return meet(one.bytes, bytes); });
}

std::optional<Report::Number> RefusedAttachments::told_of(const Region& region, const ByteRange& bytes) const {
  const auto at = refused_.find(region);
  if (at == refused_.end()) return std::nullopt;
  for (const Refused& one : at->second)
    if (meet(one.bytes, bytes)) return one.told;
  return std::nullopt;
}

void ForgottenAttachments::add(const WindowKey& window, ProcessId process, const ByteRange& bytes, Report::Number told,
                               bool is_attached) {
  constexpr std::size_t kMost = 1024;  // each is compared with each
  if (accesses_.size() < kMost) accesses_.push_back({window, process, bytes, told, is_attached});
}

bool ForgottenAttachments::is_one_mistake(const Access& one, const Access& other) const {
  if (one.window != other.window || one.is_attached != other.is_attached) return false;
  if (one.is_attached) return true;
  const bool attaches = attaching_.contains({one.window, one.process});
  if (attaches != attaching_.contains({other.window, other.process})) return false;
  if (!attaches) return true;
  // What is known of a process's memory: only these addresses. What is near is most likely one block.
  constexpr std::uint64_t kNear = std::uint64_t{1} << 20;
  const auto [low, high] =
      one.bytes.begin < other.bytes.begin ? std::pair(one.bytes, other.bytes) : std::pair(other.bytes, one.bytes);
  return one.process == other.process && high.begin < low.end + kNear;
}

void ForgottenAttachments::link(Report& report) const {
  const auto place = [&](const Access& access) {
    const SourceLocation& at = report.finding(access.told).accesses.front().location;
    return std::tuple(std::string_view(at.file), at.line, at.column, access.told);
  };
  for (const Access& access : accesses_) {
    const Access* first = &access;
    for (const Access& other : accesses_)
      if (is_one_mistake(access, other) && place(other) < place(*first)) first = &other;
    if (first->told == access.told) continue;
    report.follows(access.told, first->told);
    report.advise(access.told,
                  fmt::format("See {} at {}: {} for both.", report.finding(first->told).rule,
                              position_of(report.finding(first->told).accesses.front().location),
                              access.is_attached ? "an address is missing" : "one call of MPI_Win_attach is missing"));
  }
}

}  // namespace fencepost
