// The engine's questions about the program's machine code, answered from the program's files.
#pragma once

#include "services/options.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

// `addresses` must outlive the options. Any thread may ask.
void answer_from_code(check::AnalysisOptions& options, symbolize::AddressBook& addresses);

}  // namespace fencepost::command
