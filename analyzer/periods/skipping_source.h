// A run of which only a share is shown.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "job/source.h"
#include "periods/share.h"
#include "periods/skipper.h"
#include "periods/survey.h"

namespace fencepost::periods {

// What a replay shows of a run. The survey outlives it.
struct Excerpt {
  const Survey* survey = nullptr;
  Share share;
};

class SkippingSource : public TraceSource {
 public:
  // All arguments outlive it. Nothing was read yet from the source.
  SkippingSource(TraceSource& source, const Survey& survey, Share share);
  ~SkippingSource() override;

  Processes processes() const override { return source_.processes(); }
  void list_threads(const std::function<void(const ListedThread&)>& tell) override { source_.list_threads(tell); }
  EventStream& events(ThreadName thread) override;
  void thread_done(ThreadName thread) override;
  EventStream& definitions(ProcessId process) override { return source_.definitions(process); }
  bool definitions_due(ProcessId process) override { return source_.definitions_due(process); }
  bool has_separate_window() const override { return source_.has_separate_window(); }
  std::vector<std::string> blind_spots() const override { return source_.blind_spots(); }
  bool hung() const override { return source_.hung(); }
  // The last period that a thread has reached. None is more than one behind: a cut is a meeting of all.
  std::size_t furthest() const { return furthest_; }
  // How many periods were replayed up to it.
  std::size_t replayed() const;
  std::vector<Looking> looking(ProcessId process) const override { return source_.looking(process); }

 private:
  class Stream;
  TraceSource& source_;
  const Survey& survey_;
  const Share share_;
  const NumbersLeftOut numbers_;
  std::size_t furthest_ = 0;
  std::map<ProcessId, std::unique_ptr<Stream>> streams_;
};

}  // namespace fencepost::periods
