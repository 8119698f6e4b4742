// The registry of requests, without an MPI library: MPICH's handles are plain numbers.
#include "handles/requests.h"

#include <array>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::handles {
namespace {

TEST(Requests, AClaimedRequestIsGoneWhenItCompletes) {
  MPI_Request request = 1001;
  added_request(&request, {.id = 5, .kind = RequestKind::kReceive});
  EXPECT_EQ(request_info(&request).id, 5u);
  RequestClaim claim(&request);
  EXPECT_EQ(claim.id(), 5u);
  EXPECT_EQ(claim.kind(), RequestKind::kReceive);
  claim.complete();
  EXPECT_EQ(claim.id(), 0u);
  EXPECT_EQ(request_info(&request).id, 0u);
}

TEST(Requests, AClaimThatIsDroppedGivesItsRequestBack) {
  MPI_Request request = 1002;
  added_request(&request, {.id = 6});
  {
    const RequestClaim claim(&request);
    EXPECT_EQ(request_info(&request).id, 0u) << "nobody else may find it meanwhile";
  }
  EXPECT_EQ(request_info(&request).id, 6u);
  RequestClaim(&request).complete();
}

TEST(Requests, AHandleReusedWhileItsOldOperationIsClaimedIsTheNewOperation) {
  MPI_Request request = 1003;
  added_request(&request, {.id = 7});
  RequestClaim claim(&request);
  // The library has completed the operation and given the handle to another thread, which is quicker than we are.
  MPI_Request elsewhere = 1003;
  added_request(&elsewhere, {.id = 8});
  claim.complete();
  EXPECT_EQ(request_info(&elsewhere).id, 8u);
  RequestClaim(&elsewhere).complete();
}

TEST(Requests, OfOperationsThatShareAHandleTheOneOfTheVariableIsMeant) {
  std::array<MPI_Request, 3> requests = {1004, 1004, 1004};
  for (std::size_t i = 0; i < 3; ++i) added_request(&requests[i], {.id = 10 + i});
  {
    RequestClaim claim(&requests[1]);
    EXPECT_EQ(claim.id(), 11u);
    claim.complete();
  }
  MPI_Request copy = 1004;  // the program has moved it: the oldest
  {
    RequestClaim claim(&copy);
    EXPECT_EQ(claim.id(), 10u);
    claim.complete();
  }
  RequestClaim last(&copy);
  EXPECT_EQ(last.id(), 12u);
  last.complete();
}

TEST(Requests, ClaimsOfOneCallNeverMeanTheSameOperation) {
  MPI_Request first = 1005;
  MPI_Request second = 1005;
  added_request(&first, {.id = 20});
  added_request(&second, {.id = 21});
  MPI_Request moved[2] = {1005, 1005};
  RequestClaim one(&moved[0]);
  RequestClaim two(&moved[1]);
  EXPECT_EQ(one.id(), 20u);
  EXPECT_EQ(two.id(), 21u);
  one.complete();
  two.complete();
}

class CountingAction : public RequestAction {
 public:
  explicit CountingAction(std::vector<std::uint64_t>& starts, int& ends) : starts_(starts), ends_(ends) {}
  void started(std::uint64_t id, MpiCall /*call*/) override { starts_.push_back(id); }
  void completed() override { ++ends_; }

 private:
  std::vector<std::uint64_t>& starts_;
  int& ends_;
};

TEST(Requests, APersistentRequestHasANumberWhileItIsActive) {
  std::vector<std::uint64_t> starts;
  int ends = 0;
  MPI_Request request = 1006;
  added_request(
      &request,
      {.kind = RequestKind::kSend, .persistent = true, .action = std::make_shared<CountingAction>(starts, ends)});
  EXPECT_EQ(RequestClaim(&request).id(), 0u);
  const std::uint64_t id = start_request(&request, MpiCall::kStart);
  EXPECT_NE(id, 0u);
  EXPECT_EQ(starts, std::vector{id});
  RequestClaim(&request).complete();
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(request_info(&request).id, 0u);
  EXPECT_NE(start_request(&request, MpiCall::kStart), id);
  start_failed(&request);
  EXPECT_EQ(request_info(&request).id, 0u);
  RequestClaim(&request).remove();
  EXPECT_FALSE(request_info(&request).persistent);
}

TEST(Requests, WhatWasReportedIsStillThere) {
  MPI_Request request = 1007;
  added_request(&request, {.id = 30});
  RequestClaim(&request).report();
  RequestClaim claim(&request);
  EXPECT_EQ(claim.id(), 30u);
  claim.complete();
}

TEST(Requests, AFortranVariableStandsForItsCopy) {
  std::array<MPI_Fint, 2> variables = {0, 0};
  for (int i = 0; i < 2; ++i) {
    MPI_Request copy = 1008;
    const RequestAlias alias(&copy, &variables[static_cast<std::size_t>(i)], 1);
    added_request(&copy, {.id = 40u + static_cast<unsigned>(i)});
  }
  std::array<MPI_Request, 2> copies = {1008, 1008};
  const RequestAlias alias(copies.data(), variables.data(), 2);
  RequestClaim second(&copies[1]);
  RequestClaim first(&copies[0]);
  EXPECT_EQ(first.id(), 40u);
  EXPECT_EQ(second.id(), 41u);
  first.complete();
  second.complete();
}

TEST(Requests, NullIsNoRequest) {
  MPI_Request request = MPI_REQUEST_NULL;
  added_request(&request, {.id = 50});
  EXPECT_EQ(request_info(&request).id, 0u);
  RequestClaim claim(&request);
  EXPECT_EQ(claim.id(), 0u);
  claim.complete();
  EXPECT_EQ(start_request(&request, MpiCall::kStart), 0u);
}

TEST(Requests, ManyThreadsWithManyRequestsEachFindTheirOwn) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([thread] {
      std::vector<MPI_Request> requests(300);
      for (int round = 0; round < 50; ++round) {
        for (std::size_t i = 0; i < requests.size(); ++i) {
          requests[i] = 100000 * (thread + 1) + static_cast<int>(i) * 4;
          added_request(&requests[i], {.id = i + 1});
        }
        for (std::size_t i = 0; i < requests.size(); ++i) {
          {
            const RequestClaim tested(&requests[i]);
          }
          RequestClaim claim(&requests[i]);
          ASSERT_EQ(claim.id(), i + 1);
          claim.complete();
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace fencepost::handles
