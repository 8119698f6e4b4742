// Small pieces of text for every report: foreign text made safe, wrapped lines, numbers, places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"

namespace fencepost::reports {

// The same text; every byte that is not part of valid UTF-8 becomes U+FFFD.
std::string valid_utf8(std::string_view text);

// Valid UTF-8 that cannot move the cursor or colour a terminal: control and direction-changing characters become
// U+FFFD, tabs become spaces up to the next multiple of 4.
std::string printable(std::string_view text);

// The number of terminal columns of printable text.
int columns_of(std::string_view text);

// The number of characters (code points) in valid UTF-8.
int characters_of(std::string_view text);

// `text` broken at spaces into lines of at most `width` columns (longer words get their own line).
std::vector<std::string> wrap(std::string_view text, int width);

// The reason why a check failed, as a clause.
std::string why_failed(const Findings& findings);

// "1 finding", "12,345 findings"
std::string counted(std::uint64_t number, std::string_view noun);
// "12,345"
std::string grouped(std::uint64_t number);
// The name of a function for people: if it is longer than `width`, the text between the brackets of its templates is
// folded, "Grid<…>::put", and then its end is cut.
std::string folded_name(const std::string& function, int width);

// "rank 3", "ranks 0, 1 and 3", "ranks 0–7"
std::string rank_list(const std::vector<int>& ranks);

// "job 3 (./solve 100)", "jobs 1 (./a) and 4 (./b)", "5 of the 12 jobs, the first one job 2 (./test 2)": by number,
// from 1.
std::string jobs_text(const std::vector<int>& numbers, const std::vector<ProgramInfo>& jobs);

// "rank 2", or "rank 2 of the window (rank 0)" if the ranks in the window and in MPI_COMM_WORLD differ.
std::string targets_of(const std::vector<Rank>& ranks, const std::vector<int>& processes);

// "incomplete: interrupted by SIGTERM; the analysis was cut short", or "".
std::string incomplete_text(const Findings& findings);

// The path relative to `directory` if it is inside, otherwise unchanged.
std::string shorten(const std::string& path, const std::string& directory);

// Whether the place is in the C or C++ library, where no line is the user's (templates included).
bool is_of_the_language(const SourceLocation& location);

// "heat.c:46", "heat.c:46:5" with the column; without a line the function and module, or module and address, or "an
// unknown place". `directory`: see shorten().
std::string place_of(const SourceLocation& location, const std::string& directory, bool with_column = false);
// ", in a call of _gfortran_caf_send" for a statement that calls code without debug information; otherwise "".
std::string within(const SourceLocation& location);

// "MPI_Put", "load", "store (thread 2)" …: the name of an access in a heading.
std::string what_of(const Access& access);
// The same with its rank: "MPI_Put on rank 1". Findings about sources (lint) have no ranks.
std::string what_of_rank(const Access& access);

// "bytes 8 to 15 of window memory of rank 1"; if the range consists of addresses, "8 bytes of origin buffer of rank 0
// at 0x55…"; "" if the access has no range.
std::string bytes_text(const Access& access);

// "lock_all epoch on win, opened by MPI_Win_lock_all at a.c:3, never closed": the sentences about an epoch. The window
// is left out if it is `known_window`, already named before.
std::string opened_of(const Epoch& epoch, const std::string& directory, const std::string& known_window = "");
std::string closed_of(const Epoch& epoch, const std::string& directory);

// What the user's suppressions hid, which hid nothing, and which could not be applied: one sentence each.
std::vector<std::string> suppression_sentences(const Findings& findings);

}  // namespace fencepost::reports
