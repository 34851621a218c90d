// One policy for every face: which original record a masked record is held against.
#include "overhand/evaluation/pairings.h"

#include <gtest/gtest.h>

#include "overhand/masking/methods.h"
#include "support/tables.h"

namespace overhand::evaluation {
namespace {

using Pairings = std::vector<Pairing>;

Pairings pairings_of(const char* name, bool shuffle_rows = false) {
  const testing::Seeded seeded(1);
  const auto& method = **masking::find_method(name);
  const auto masked = masking::mask(method, testing::normal_table(60, 3, 1),
                                    {.values = {}, .shuffle_rows = shuffle_rows}, seeded.context);
  EXPECT_TRUE(masked) << masked.error().message;
  return pairings_for(method, *masked);
}

TEST(Pairings, RecordsInTheirRowsArePairedByRow) {
  EXPECT_EQ(pairings_of("noise"), Pairings{Pairing::row});
  EXPECT_EQ(pairings_of("mdav"), Pairings{Pairing::row});
}

TEST(Pairings, OthersByTheirTrueSourcesFirst) {
  const Pairings by_source = {Pairing::lineage, Pairing::sorted};
  EXPECT_EQ(pairings_of("noise", true), by_source);  // as a release shuffles rows
  EXPECT_EQ(pairings_of("sjppds"), by_source);
  EXPECT_EQ(pairings_of("cell_rotate"), by_source);
}

// Chance may leave a shuffled table as it was; the pairing does not depend on chance.
TEST(Pairings, AShuffleIsPairedBySourceWhereverItsRowsFell) {
  const masking::Masked still{testing::normal_table(2, 2, 1), same_rows(2)};
  EXPECT_EQ(pairings_for(**masking::find_method("sjppds"), still),
            (Pairings{Pairing::lineage, Pairing::sorted}));
}

TEST(Pairings, RecordsMadeAnewCanOnlyBeSorted) {
  EXPECT_EQ(pairings_of("cart"), Pairings{Pairing::sorted});
  EXPECT_EQ(pairings_of("ipso"), Pairings{Pairing::sorted});
}

TEST(Pairings, OfATableMadeElsewhereFollowWhatItsOwnerStates) {
  EXPECT_EQ(pairings_for(Stated::row, 5, 5), Pairings{Pairing::row});
  EXPECT_EQ(pairings_for(Stated::sorted, 5, 5), Pairings{Pairing::sorted});
  EXPECT_EQ(pairings_for(Stated::lineage, 5, 5), (Pairings{Pairing::lineage, Pairing::sorted}));
  EXPECT_EQ(pairings_for(Stated::nothing, 5, 5), (Pairings{Pairing::row, Pairing::sorted}));
  EXPECT_EQ(pairings_for(Stated::nothing, 5, 4), Pairings{Pairing::none});
}

TEST(Pairings, WhereNothingIsStatedTheRiskierStandsFirst) {
  const auto of = [](double row, double sorted) {
    Evaluation evaluation;
    evaluation.by_pairing = {{Pairing::row, {{MeasureId::dbrl, row}}},
                             {Pairing::sorted, {{MeasureId::dbrl, sorted}}}};
    return riskier_first(evaluation).by_pairing.front().pairing;
  };
  EXPECT_EQ(of(0.1, 0.2), Pairing::sorted);
  EXPECT_EQ(of(0.3, 0.2), Pairing::row);
  EXPECT_EQ(of(0.2, 0.2), Pairing::row);
}

}  // namespace
}  // namespace overhand::evaluation
