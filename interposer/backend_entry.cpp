// The one symbol that a back end exports.
#include "interposer/backend.h"

extern "C" __attribute__((visibility("default"))) const fencepost_backend_table* fencepost_backend(void) {
  return &fencepost::interposer::backend();
}
