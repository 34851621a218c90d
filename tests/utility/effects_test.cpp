// The propensity model from inside: its effects, its design and its fits.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "overhand/utility/effects_internal.h"
#include "overhand/utility/logistic_internal.h"
#include "overhand/utility/ps.h"
#include "overhand/utility/regression_internal.h"
#include "support/mixed.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

std::vector<std::string> names_of(const Effects& effects) {
  std::vector<std::string> names;
  for (const Effect& effect : effects.all) names.push_back(effect.name);
  return names;
}

std::vector<std::string> term_names(const Quadratic& design) {
  std::vector<std::string> names;
  for (Index term = 0; term < design.terms(); ++term) names.push_back(design.name(term));
  return names;
}

Eigen::MatrixXd whole(const Quadratic& design) {
  Eigen::MatrixXd all(design.rows(), design.terms());
  design.fill(all, 0, design.rows());
  return all;
}

Table levels_table(std::size_t rows, std::size_t levels) {
  TextsBuilder texts;
  Reals x(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    texts.append("level " + std::to_string(i % levels));
    x[i] = static_cast<double>(i * i % 17);
  }
  return Table({{"c", std::move(texts).finish()}, {"x", x}});
}

TEST(Effects, OfNumbersAreTheColumns) {
  const auto profile = testing::profile_of(testing::normal_table(25, 3, 1));
  const Effects effects = effects_of(profile, profile);
  EXPECT_EQ(names_of(effects), (std::vector<std::string>{"x1", "x2", "x3"}));
  EXPECT_TRUE(effects.has_products);
  EXPECT_TRUE(effects.merged.empty());
}

TEST(Effects, OfAMixedTableHaveGapsAndAllLevelsButTheCommonest) {
  const Table table({{"sex", Texts{"m", "f", "f", "f", std::nullopt, "m", "d", "f"}},
                     {"age", Reals{1, 2, missing_real, 4, 5, 6, 7, 8}},
                     {"cost", Reals{1, 2, 3, 4, 5, 6, 7, 9}}});
  std::vector<Row> often;
  for (Row i = 0; i < 400; ++i) often.push_back(i % 8);
  const Table large = gather(table, often);
  const auto [x, m] = testing::profiles_of(large, large);
  // f is the commonest, m the second; what is missing is a level as well
  EXPECT_EQ(names_of(effects_of(x, m)),
            (std::vector<std::string>{"age", "age missing", "cost", "sex level 2", "sex level 3",
                                      "sex level 4"}));
}

TEST(Effects, NeverNameAValue) {
  const auto [x, m] =
      testing::profiles_of(testing::mixed_table(500, 1), testing::mixed_table(500, 2));
  for (const std::string& name : names_of(effects_of(x, m))) {
    for (const char* value : {"primary", "secondary", "university", "town 1", "true"}) {
      EXPECT_EQ(name.find(value), std::string::npos) << name;
    }
  }
}

TEST(Effects, TakeRareLevelsTogether) {
  const Table many = levels_table(3000, 30);
  const auto [x, m] = testing::profiles_of(many, many);
  const Effects effects = effects_of(x, m);
  EXPECT_EQ(effects.merged, (std::vector<std::string>{"c"}));
  EXPECT_EQ(effects.all.size(), 1 + most_levels - 1);  // x, and 19 of 30 against the others
  const Table few = levels_table(3000, most_levels);
  const auto [a, b] = testing::profiles_of(few, few);
  EXPECT_TRUE(effects_of(a, b).merged.empty());
  EXPECT_EQ(effects_of(a, b).all.size(), 1 + most_levels - 1);
}

TEST(Effects, AreAtMostATwentiethOfTheRecords) {
  for (const std::size_t rows : {40U, 100U, 150U, 400U}) {
    const Table table = levels_table(rows, 15);
    const auto [x, m] = testing::profiles_of(table, table);
    const std::size_t most = std::max<std::size_t>(2, 2 * rows / 20);
    EXPECT_LE(effects_of(x, m).all.size(), most) << rows;
  }
}

TEST(Stacked, IsStandardisedOverBothTables) {
  const auto [x, m] =
      testing::profiles_of(Table({{"x", Reals{1, 2, missing_real}}, {"c", Texts{"a", "a", "b"}}}),
                           Table({{"x", Reals{3, 6, missing_real}}, {"c", Texts{"b", "b", "a"}}}));
  const Eigen::VectorXd number = stacked(x, m, {"x", Effect::Kind::number, 0});
  ASSERT_EQ(number.size(), 6);
  EXPECT_NEAR(number.mean(), 0, 1e-12);
  EXPECT_NEAR(number.squaredNorm(), 5, 1e-12);  // variance 1 by n - 1
  EXPECT_NEAR(number[2], 0, 1e-12);             // a gap stands at the mean
  EXPECT_NEAR(number[5], 0, 1e-12);
  EXPECT_NEAR((number[4] - number[3]) / (number[1] - number[0]), 3, 1e-12);
  const Eigen::VectorXd gap = stacked(x, m, {"x missing", Effect::Kind::gap, 0});
  EXPECT_NEAR(gap[2], gap[5], 1e-12);
  EXPECT_GT(gap[2], 0);
  EXPECT_LT(gap[0], 0);
  const Eigen::VectorXd level = stacked(x, m, {"c level 1", Effect::Kind::level, 0, 1});
  for (const Index one : {0, 1, 5}) EXPECT_NEAR(level[one], std::sqrt(5.0 / 6), 1e-12);
  for (const Index other : {2, 3, 4}) EXPECT_NEAR(level[other], -std::sqrt(5.0 / 6), 1e-12);
}

TEST(Stacked, WithoutSpreadIsZero) {
  const auto profile = testing::profile_of(testing::table_of({Reals(4, 1e9 + 0.1)}));
  EXPECT_EQ(stacked(profile, profile, {"x1", Effect::Kind::number, 0}).norm(), 0);
}

TEST(Quadratic, HasTheProductsOfItsColumns) {
  const auto x = testing::profile_of(testing::normal_table(300, 2, 1));
  const auto m = testing::profile_of(testing::normal_table(300, 2, 2));
  const Quadratic design(x, m);
  EXPECT_EQ(term_names(design),
            (std::vector<std::string>{"intercept", "x1", "x2", "x1^2", "x2^2", "x1*x2"}));
  const Eigen::MatrixXd all = whole(design);
  for (Index row = 0; row < design.rows(); ++row) {
    EXPECT_EQ(all(row, 0), 1);
    EXPECT_DOUBLE_EQ(all(row, 3), all(row, 1) * all(row, 1));
    EXPECT_DOUBLE_EQ(all(row, 4), all(row, 2) * all(row, 2));
    EXPECT_DOUBLE_EQ(all(row, 5), all(row, 1) * all(row, 2));
    EXPECT_EQ(design.label(row), row < 300 ? 0 : 1);
  }
}

TEST(Quadratic, IsTheSameByStripsAndAsAWhole) {
  const auto x = testing::profile_of(testing::normal_table(1000, 3, 1));
  const auto m = testing::profile_of(testing::normal_table(777, 3, 2));
  const Quadratic design(x, m);
  const Eigen::MatrixXd all = whole(design);
  Index met = 0;
  for (const auto block : design.blocks()) {
    design.for_each_strip(block, [&](Index begin, Index count, const Eigen::MatrixXd& strip) {
      met += count;
      EXPECT_EQ((strip.topRows(count) - all.middleRows(begin, count)).norm(), 0);
    });
  }
  EXPECT_EQ(met, 1777);
}

TEST(Quadratic, HasNoSquaresOfLevelsNorProductsWithinAColumn) {
  const Table table = levels_table(2000, 3);
  const auto [x, m] = testing::profiles_of(table, table);
  EXPECT_EQ(term_names(Quadratic(x, m)),
            (std::vector<std::string>{"intercept", "x", "c level 2", "c level 3", "x^2",
                                      "x*c level 2", "x*c level 3"}));
}

TEST(Quadratic, GoesOnWithoutTheTermsThatAreNotKept) {
  const auto profile = testing::profile_of(testing::normal_table(50, 2, 3));
  Quadratic design(profile, profile);
  const Eigen::MatrixXd before = whole(design);
  design.keep({0, 2, 5});
  EXPECT_EQ(term_names(design), (std::vector<std::string>{"intercept", "x2", "x1*x2"}));
  const Eigen::MatrixXd after = whole(design);
  EXPECT_EQ((after.col(1) - before.col(2)).norm() + (after.col(2) - before.col(5)).norm(), 0);
}

TEST(IndependentTerms, AreAllOfAPlainTableWithTheirCrossProducts) {
  const auto profile = testing::profile_of(testing::normal_table(80, 2, 4));
  const Quadratic design(profile, profile);
  const Independent terms = independent_terms(design);
  EXPECT_EQ(terms.kept.size(), 6U);
  EXPECT_TRUE(terms.left_out.empty());
  const Eigen::MatrixXd all = whole(design);
  const Eigen::MatrixXd gram = terms.gram.selfadjointView<Eigen::Lower>();
  EXPECT_LT((gram - all.transpose() * all).norm(), 1e-9 * gram.norm());
}

// At the maximum of the likelihood the residuals are orthogonal to every term.
TEST(DampedNewton, EndsWhereTheScoreIsZero) {
  const auto x = testing::profile_of(testing::normal_table(200, 2, 5));
  const auto m = testing::profile_of(testing::with_noise(testing::normal_table(200, 2, 5), 80, 6));
  const Quadratic design(x, m);
  for (const Logistic& fit :
       {damped_newton(design, independent_terms(design).gram), glm_fit(design)}) {
    EXPECT_TRUE(fit.has_converged);
    Eigen::VectorXd residuals = -fit.probability;
    for (Index row = 0; row < design.rows(); ++row) residuals[row] += design.label(row);
    EXPECT_LT((whole(design).transpose() * residuals).lpNorm<Eigen::Infinity>(), 1e-3);
    EXPECT_GT(residuals.norm(), 1);  // and it does not tell all apart
  }
}

TEST(Ps, OfAMixedTableSeesLevelsAndGaps) {
  const Table table = testing::mixed_table(800, 3);
  const auto ps = [&](const Table& masked) {
    const auto [x, m] = testing::profiles_of(table, masked);
    return propensity_score(x, m).ps;
  };
  EXPECT_NEAR(ps(table), 0, 1e-9);
  Table without_gaps = table;
  testing::change_each(without_gaps.columns()[1],
                       [](double& value) { value = is_missing(value) ? 40 : value; });
  EXPECT_GT(ps(without_gaps), 0.05);  // a fifth has gaps
  Table all_employed = table;
  all_employed.columns()[4] = with_values(table.columns()[4], Integers(800, 1));
  EXPECT_GT(ps(all_employed), 0.2);
}

// Against the normal equations solved by another way.
TEST(LinearRegression, SolvesTheNormalEquations) {
  const Table table = testing::normal_table(60, 4, 8);
  Eigen::MatrixXd design(60, 3);
  Eigen::VectorXd response(60);
  for (Index i = 0; i < 60; ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index j = 0; j < 3; ++j) {
      design(i, j) = testing::reals_of(table, static_cast<std::size_t>(j))[row];
    }
    response[i] = 2 - design(i, 0) + 0.5 * design(i, 2) + testing::reals_of(table, 3)[row];
  }
  Eigen::MatrixXd with_intercept(60, 4);
  with_intercept << Eigen::VectorXd::Ones(60), design;
  const Eigen::MatrixXd inverse = (with_intercept.transpose() * with_intercept).inverse();
  const Eigen::VectorXd expected = inverse * with_intercept.transpose() * response;
  const double variance = (response - with_intercept * expected).squaredNorm() / (60 - 4);
  const Regression fit = linear_regression(design, response);
  ASSERT_EQ(fit.estimate.size(), 4);
  EXPECT_LT((fit.estimate - expected).norm(), 1e-10);
  for (Index j = 0; j < 4; ++j) {
    EXPECT_NEAR(fit.error[j], std::sqrt(variance * inverse(j, j)), 1e-10);
  }
}

TEST(LinearRegression, LeavesOutCombinationsOfEarlierColumns) {
  Eigen::MatrixXd design(6, 2);
  design << 1, 3, 2, 5, 3, 7, 4, 9, 5, 11, 6, 13;  // the second is twice the first and 1
  Eigen::VectorXd response(6);
  response << 1, 2, 2, 4, 5, 5;
  const Regression fit = linear_regression(design, response);
  EXPECT_FALSE(std::isnan(fit.estimate[1]));
  EXPECT_TRUE(std::isnan(fit.estimate[2]));
  EXPECT_TRUE(std::isnan(fit.error[2]));
}

TEST(LogisticRegression, OfAnInterceptAloneIsTheLogOdds) {
  Eigen::VectorXd response(10);
  response << 1, 1, 1, 0, 0, 0, 0, 0, 0, 0;
  const Regression fit = logistic_regression(Eigen::MatrixXd(10, 0), response);
  EXPECT_TRUE(fit.has_converged);
  EXPECT_NEAR(fit.estimate[0], std::log(3.0 / 7), 1e-8);
  EXPECT_NEAR(fit.error[0], std::sqrt(1.0 / 3 + 1.0 / 7), 1e-6);
}

}  // namespace
}  // namespace overhand::utility
