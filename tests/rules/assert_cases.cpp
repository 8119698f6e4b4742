#include "rules/cases.h"

namespace fencepost::test {
namespace {

const bool kAdded = add({
    {.rule = rule::kStartNocheck,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}, kNoCheck);
           s[0].start(win, {1}, kNoCheck).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}, kNoCheck).send(0);
           s[0].receive(1).start(win, {1}, kNoCheck).complete(win);
           s[1].wait(win);
           s.end();
         }},
    {.rule = rule::kPostNocheck,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}, kNoCheck).send(0);
           s[0].receive(1).start(win, {1}).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}).send(0);
           s[0].receive(1).start(win, {1}).complete(win);
           s[1].wait(win);
           s.end();
         }},
    {.rule = rule::kPostNostore,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].store(s.address(win, 1)).post(win, {0}, kNoStore);
           s[0].start(win, {1}).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // stores before the last synchronization, to other memory, loads
           const Win win = s.window();
           s[1].store(s.address(win, 1));
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].load(s.address(win, 1)).store(0x600000).post(win, {0}, kNoStore);
           s[0].start(win, {1}).complete(win);
           s[1].wait(win);
           s.end();
         }},
    {.rule = rule::kNoput,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}, kNoPut);
           s[0].start(win, {1}).put(win, 1).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}, kNoPut);
           s[0].start(win, {1}).get(win, 1).complete(win);
           s[1].wait(win);
           s.end();
         }},
    {.rule = rule::kNoput,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win, kNoPut);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // the promise is about rank 0's own window; and about one epoch
           const Win win = s.window();
           s[0].fence(win, kNoPut);
           s[1].fence(win);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].put(win, 0);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         }},
    {.rule = rule::kFenceNostore,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].store(s.address(win, 1));
           for (int rank : {0, 1}) s[rank].fence(win, kNoStore);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].store(s.address(win, 1));
           for (int rank : {0, 1}) s[rank].fence(win);
           for (int rank : {0, 1}) s[rank].fence(win, kNoStore);
           s.end();
         }},
    {.rule = rule::kFenceNostore,  // a receive into the window changes it as well
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].send(1);
           s[1].receive(0, s.address(win, 1));
           for (int rank : {0, 1}) s[rank].fence(win, kNoStore);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].receive(1);
           s[1].send(0, s.address(win, 1));
           for (int rank : {0, 1}) s[rank].fence(win, kNoStore);
           s.end();
         }},
    {.rule = rule::kFenceNoprecede,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win, kNoPrecede);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win, kNoPrecede);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win, kNoSucceed);
           s.end();
         }},
    {.rule = rule::kFenceNoprecede,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].fence(win, kNoPrecede);
           s[1].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].fence(win, kNoPrecede | kNoPut);
           s[1].fence(win, kNoPrecede);
           s.end();
         }},
    {.rule = rule::kFenceNosucceed,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win, kNoSucceed);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win, kNoSucceed);
           s[0].lock(win, 1).put(win, 1).unlock(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         }},
    {.rule = rule::kLockNocheck,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1, kExclusive, kNoCheck).unlock(win, 1);
           s[1].lock(win, 1, kShared).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1, kExclusive, kNoCheck).unlock(win, 1).send(1);
           s[1].receive(0).lock(win, 1, kExclusive).unlock(win, 1);
           s.barrier();
           for (int rank : {0, 1}) s[rank].lock_all(win, kNoCheck);
           for (int rank : {0, 1}) s[rank].unlock_all(win);
           s.end();
         }},
    {.rule = rule::kInvalidAssert,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win, kNoSucceed).unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win, kNoCheck).unlock_all(win);
           for (int rank : {0, 1}) s[rank].fence(win, kNoStore | kNoPut | kNoPrecede | kNoSucceed);
           s.end();
         }},
});

}  // namespace
}  // namespace fencepost::test
