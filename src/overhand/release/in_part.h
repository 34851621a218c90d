// A release of more records than memory holds, judged by a sample of its people: they are sought
// among all of its records.
#pragma once

#include "overhand/release/gate.h"

namespace overhand::release {

// `find_passing` saw a sample of the records, all of which could be attacked. They are masked with
// all others.
struct InPart {
  masking::Masked masked;  // the sample's records, of which the lineage tells the rows
  Table near_members;      // what the attacks on members see of the release (attacks::Witnesses)
  Table near_strangers;    // what those on strangers see of one that was made without them
  Whole whole;
};

// Of the sample: who is attacked as a member, and who is left out of the other release and attacked
// as a stranger.
std::vector<Row> members_in_part(const Table& sample, const GateWish& wish);
struct Strangers {
  std::vector<Row> left_out;
  std::vector<Row> attacked;  // some of them
};
Strangers strangers_in_part(const Gate& gate, const GateWish& wish);

// Why nothing is to be masked: no attempt passes, and no risk is accepted; or nobody who lies alone
// is among members or strangers, and nothing would be known of such people.
std::optional<Error> problem_in_part(const Table& sample, const Gate& gate, const GateWish& wish);

// The attacks by which a release in part is judged.
attacks::AttackOptions attacks_in_part(const GateWish& wish);

// As release_through does of a table that is masked here.
Result<Gated> judge_in_part(const Table& sample, const Gate& gate, const GateWish& wish,
                            InPart part, const Terms& terms, const Progress& progress);

}  // namespace overhand::release
