#include "rma/settings.h"

#include <cstdio>
#include <string_view>

#include "options/options.h"
#include "options/shown.h"

namespace fencepost::rma {
namespace {

void unknown(const char* option, std::string_view value, const char* known) {
  std::fprintf(stderr, "fencepost: %s=%s: expected %s\n", option, options::shown(value).c_str(), known);
}

Settings read_settings() {
  Settings read;
  if (const std::string_view rma = options::RMA(); rma == "native") {
    read.native = true;
  } else if (rma != "own") {
    unknown("FENCEPOST_RMA", rma, "own or native; using own");
  }
  if (!read.schedule.parse(options::SCHEDULE())) {
    unknown("FENCEPOST_SCHEDULE", options::SCHEDULE(), "eager, lazy or random:SEED; using eager");
  }
  const std::string_view transport = options::TRANSPORT();
  if (transport == "direct") {
    read.transport = TransportChoice::kDirect;
  } else if (transport == "messages") {
    read.transport = TransportChoice::kMessages;
  } else if (transport == "split") {
    read.transport = TransportChoice::kSplit;
  } else if (transport != "auto") {
    unknown("FENCEPOST_TRANSPORT", transport, "auto, direct, messages or split; using auto");
  }
  return read;
}

}  // namespace

const Settings& settings() {
  static const Settings read = read_settings();
  return read;
}

}  // namespace fencepost::rma
