// Watches the replay and gathers an overview of the run: lanes, epochs, collective calls, windows. Its memory does not
// grow with the run: if there is too much of something, it is only counted.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/common_time.h"
#include "job/job.h"
#include "job/observer.h"
#include "model/overview.h"
#include "overview/lanes.h"
#include "overview/window_use.h"

namespace fencepost::overview {

class Collector : public Observer {
 public:
  // The names of a window and its memory in findings.
  struct Names {
    std::function<std::string(const Window&)> window, memory;
  };
  // `whole` false: only the beginning and duration of the run are needed, and nothing else is gathered.
  explicit Collector(Names names, bool whole = true) : say_(std::move(names)), whole_(whole) {}

  void before(const Job& job, const Moment& now, const Place& place, const AnyEvent& event) override;
  void after(const Job& job, const Moment& now, const Place& place, const AnyEvent& event) override;
  bool wants_accesses() const override { return whole_; }
  void access(const Job& job, const Moment& now, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override;
  void operation_issued(const Job& job, const Operation& operation) override;
  void collective(const Job& job, const CollectiveCall& call) override;
  void window_gone(const Window& window) override;
  void finished(const Job& job, const EndOfRun& end) override;

  // When the run began, in the time of the findings' accesses; 0: nothing happened.
  std::uint64_t start() const { return lanes_ ? lanes_->start() : 0; }
  RunOverview take();
  bool is_whole() const { return whole_; }

 private:
  // Epochs that a process's current call may close.
  struct Closing {
    std::vector<std::shared_ptr<const AccessEpoch>> access;
    std::vector<std::shared_ptr<const ExposureEpoch>> exposure;
  };
  // The part of a rank in a window, in the memory that contains it.
  struct Part {
    WindowKey window;  // key
    Rank rank;
    std::uint64_t end = 0;
  };

  void begin(const Job& job);
  std::uint64_t since_start(const Job& job, const Moment& moment);
  std::uint64_t name(std::string_view text);
  WindowUse* use_of(const Job& job, WindowKey window);
  std::uint64_t index_of(WindowKey window) const;
  void note_part(const Job& job, const Window& window, ProcessId process, bool there);
  void count(const Job& job, const Moment& now, const Place& place, const AnyEvent& event);
  void close(const Job& job, Closing& closing);
  void bar(const Job& job, const AccessEpoch& epoch, std::uint64_t end);
  void bar(const Job& job, const ExposureEpoch& epoch, std::uint64_t end);
  void bar(ProcessId process, EpochBar kind, WindowKey window, std::uint64_t begin, std::uint64_t end);
  void drop_short_bars();
  std::optional<std::uint64_t> group_of(const Job& job, const CollectiveCall& call);
  void keep(const Window& window);

  Names say_;
  bool whole_;
  CommonTime time_;
  std::unique_ptr<Lanes> lanes_;  // from the first event on
  std::unique_ptr<Lanes> fine_;   // fewer lanes with finer slots; null: lanes_ are fine enough
  RunOverview run_;
  std::map<std::string, std::uint64_t, std::less<>> names_;
  std::map<WindowKey, std::unique_ptr<WindowUse>> uses_;
  std::map<Memory, std::map<std::uint64_t, Part>> parts_;       // of the existing windows, by their beginning
  std::map<WindowKey, std::uint64_t> numbers_;                  // as in bars and ticks
  std::map<std::uint64_t, WindowOverview> kept_;                // by number
  std::map<std::vector<std::uint64_t>, std::uint64_t> groups_;  // of lanes: their index in run_.groups
  std::size_t group_numbers_ = 0;                               // lanes in all these groups
  std::uint64_t lines_told_ = 0, line_step_ = 1;                // one of this many collective calls is kept
  std::uint64_t shortest_bar_ = 0;                              // in nanoseconds; shorter ones are only counted
  PerProcess<Closing> closing_;
};

}  // namespace fencepost::overview
