// A release of a table that no memory holds (release/in_part.h), step by step: whoever has the
// table draws a sample, masks all of it by the setting that was chosen, looks for what the attacks
// want to see, and lets that be judged. Then the table is written, and the reports beside it.
#pragma once

#include <memory>

#include "bindings/release_said.h"
#include "bindings/tasks.h"
#include "overhand/attacks/witnesses.h"
#include "overhand/release/in_part.h"

namespace overhand::bindings {

// What is wrong with what is said, before any work.
void check_part_release(const std::string& folder, const Said& said);

// The sample as it is judged, and what is wished for; every task of a cluster reads it again.
struct PartSample {
  PartSample(const Source& source, const std::string& folder, const Said& said,
             const Progress& progress);

  // What the attacks on these people look for.
  attacks::Witnesses witnesses_of(const std::vector<Row>& people) const;

  ReleaseArguments arguments;
  ColumnChoice choice;
  Told told;
  commands::PreparedTable read;
  release::GateWish wish;
};

// What the attacks learn of members and strangers, rows of the sample, from a release that was made
// elsewhere, held against the profile's ceilings: [{"name", "meaning", "measured", ...}]. `near` is
// what they look at (attacks::Witnesses).
Json attacks_on(const PartSample& sample, const attacks::People& people, const Table& near,
                const Progress& progress);

class PartRelease {
 public:
  // Refuses what cannot be written, and what no setting can mend: `whole` has the classes of all
  // records. Then chooses a setting by the sample, or refuses.
  // `rows` are those of the sample in the table: what the owner is told of single records.
  PartRelease(PartSample sample, const release::Whole& whole, Lineage rows,
              const Progress& progress);

  Json setting() const;  // {"method", "options"}
  std::vector<Row> members() const;
  release::Strangers strangers() const;
  const Told& told() const { return sample_.told; }

  // Refuses what is beyond a ceiling. The lineage of the masked records tells rows of the sample.
  void judge(release::InPart part, const Progress& progress);

  // Once it is judged, and the table is written in these files of the folder "masked".
  Json write(const std::vector<report::ReleasedFile>& files) const;
  MaskedReports reports() const;

 private:
  PartSample sample_;
  Lineage rows_;
  release::Gate gate_;
  std::optional<commands::ReleaseDraft> draft_;
};

}  // namespace overhand::bindings
