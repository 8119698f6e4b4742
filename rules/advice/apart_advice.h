// What is told of accesses that no order would mend: they are made to the same bytes, and are meant for different ones.
#pragma once

#include <optional>

#include "advice/order_advice.h"
#include "job/conflict.h"
#include "model/fix.h"

namespace fencepost {

class ApartAdvice : protected OrderAdvice {
 public:
  using OrderAdvice::OrderAdvice;

 protected:
  // Elements of one type overlap in part: the mistake is in the displacements.
  std::optional<Fix> elements_apart(const ConflictAccess& first, const ConflictAccess& second);
  // One statement puts later parts of the origin to where it has put earlier parts. If the puts were ordered, the first
  // would be lost.
  std::optional<Fix> puts_apart(const Conflict& conflict);
  // The same, but each is complete at the origin before the next: it may also mean to replace what the last has put.
  std::optional<Fix> advancing_target(const Conflict& conflict);
  // Two operations write, and each also writes bytes that the other does not. If they were ordered, a part of one would
  // be lost, and no program writes too much only to have another process overwrite a part of it.
  std::optional<Fix> writes_apart(const Conflict& conflict);
  // The same if one of them reads an origin buffer in the window: of two rows that are sent to neighbors, one may go to
  // the wrong place.
  std::optional<Fix> sent_in_part(const Conflict& conflict);
  // All ranks execute one statement: no call comes between, unless the two are of different rounds of a loop.
  Fix one_writer(const Conflict& conflict);
  // One statement that several ranks execute, all of them on the same place of the window.
  std::optional<Fix> own_places(const Conflict& conflict);

 private:
  // The same bytes to the same bytes, and the thread does nothing but operations between the two.
  std::optional<Fix> put_twice(const Conflict& conflict);
  // A put and a receive (or another call with a result) write the same bytes. If they were ordered, the data of the
  // first would be lost before anybody reads it.
  std::optional<Fix> received_over(const Conflict& conflict);
  // A store and a put overlap only in part. If they were ordered, a part of one would be lost.
  std::optional<Fix> stored_in_part(const ConflictAccess& first, const ConflictAccess& second);
  // The results of two operations go to the same bytes: nobody can read the first result before the second arrives.
  Fix two_results(const ConflictAccess& first, const ConflictAccess& second);
  // Two operations write the same bytes in one epoch: nobody can read what the first has written. Ordering them would
  // only hide the mistake.
  std::optional<Fix> overwritten_unread(const ConflictAccess& first, const ConflictAccess& second);
};

}  // namespace fencepost
