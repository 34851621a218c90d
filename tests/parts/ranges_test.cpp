// Values by the ranks of scores that lie in parts are those of the whole column, wherever it is
// cut.
#include "overhand/parts/ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "overhand/masking/parted_margins.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"

namespace overhand::parts {
namespace {

using Texts = std::vector<std::string>;
using Views = std::vector<std::string_view>;

Views views_of(const Texts& texts) {
  Views views;
  for (const std::string& text : texts) {
    if (!text.empty()) views.push_back(text);
  }
  return views;
}

struct Setting {
  Reals score_cuts;
  Reals value_cuts;
  std::size_t part = 100;  // records
  std::size_t row_tasks = 3;
};

template <class Value>
std::vector<Value> there(std::span<const Value> values) {
  std::vector<Value> some;
  std::ranges::copy_if(values, std::back_inserter(some), [](Value v) { return !is_missing(v); });
  return some;
}

// The tasks of a cluster, one after the other.
template <class Value>
class Tasks {
 public:
  Tasks(const Reals& scores, const std::vector<Value>& values, const Setting& setting)
      : setting_(setting),
        cuts_(setting.value_cuts.begin(), setting.value_cuts.end()),
        row_tasks_(scores.size()),
        scores_(setting.score_cuts.size() + 1),
        values_(cuts_.size() + 1) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      row_tasks_[i] = static_cast<std::uint16_t>(i * i % setting.row_tasks);
    }
    for (std::size_t first = 0; first < scores.size(); first += setting.part) {
      const std::size_t count = std::min(setting.part, scores.size() - first);
      const Places places{scores.size(), first, std::span(row_tasks_).subspan(first, count)};
      add(cut_scores(std::span(scores).subspan(first, count), setting.score_cuts, places), scores_);
      const auto own = there(std::span<const Value>(values).subspan(first, count));
      add(cut_values(std::span<const Value>(own), std::span<const Value>(cuts_)), values_);
    }
  }

  struct Pieces {
    Texts texts;
    std::size_t count = 0;
  };
  const std::vector<Pieces>& scores() const { return scores_; }

  // What a range task gets, and what it knows.
  struct Range {
    RankRange ranks;
    Texts scores;
    Texts values;
  };
  Range range(std::size_t number) const {
    const std::size_t begin = before(scores_, number);
    Range range{{begin, begin + scores_[number].count, 0, 0, std::is_same_v<Value, double>},
                scores_[number].texts,
                {}};
    range.ranks.values_begin = range.ranks.values_end = begin;
    bool has_some = false;
    for (std::size_t piece = 0; piece < values_.size(); ++piece) {
      const std::size_t from = before(values_, piece);
      const std::size_t to = from + values_[piece].count;
      if (to <= begin || from >= range.ranks.end || from == to) continue;
      if (!std::exchange(has_some, true)) range.ranks.values_begin = from;
      range.ranks.values_end = to;
      const Texts& texts = values_[piece].texts;
      range.values.insert(range.values.end(), texts.begin(), texts.end());
    }
    return range;
  }

  // The column, as the row tasks give it.
  std::vector<Value> result() const {
    std::vector<Texts> to_rows(setting_.row_tasks);
    for (std::size_t number = 0; number < scores_.size(); ++number) {
      const Range own = range(number);
      auto texts =
          ranked(own.ranks, setting_.row_tasks, views_of(own.scores), views_of(own.values));
      EXPECT_TRUE(texts);
      if (!texts) return {};
      for (std::size_t task = 0; task < texts->size(); ++task) {
        to_rows[task].push_back(std::move((*texts)[task]));
      }
    }
    std::vector<Value> all(row_tasks_.size());
    for (std::size_t task = 0; task < to_rows.size(); ++task) {
      const auto places = places_of(task);
      const auto values = filled(places, std::is_same_v<Value, double>, views_of(to_rows[task]));
      EXPECT_TRUE(values);
      if (!values) return {};
      const auto& cells = std::get<Cells<Value>>(*values);
      for (std::size_t i = 0; i < places.size(); ++i) all[places[i]] = cells[i];
    }
    return all;
  }

 private:
  static void add(Cut cut, std::vector<Pieces>& pieces) {
    ASSERT_EQ(cut.texts.size(), pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      EXPECT_EQ(cut.texts[i].empty(), cut.counts[i] == 0);
      pieces[i].texts.push_back(std::move(cut.texts[i]));
      pieces[i].count += cut.counts[i];
    }
  }
  static std::size_t before(const std::vector<Pieces>& pieces, std::size_t number) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < number; ++i) count += pieces[i].count;
    return count;
  }
  std::vector<std::uint32_t> places_of(std::size_t task) const {
    std::vector<std::uint32_t> places;
    for (std::size_t i = 0; i < row_tasks_.size(); ++i) {
      if (row_tasks_[i] == task) places.push_back(static_cast<std::uint32_t>(i));
    }
    return places;
  }

  Setting setting_;
  std::vector<Value> cuts_;
  std::vector<std::uint16_t> row_tasks_;
  std::vector<Pieces> scores_;
  std::vector<Pieces> values_;
};

template <class Value>
std::vector<Value> whole(const Reals& scores, const std::vector<Value>& values) {
  const Column column = masking::values_at_ranks(scores, {"x", values});
  const auto& cells = std::get<Cells<Value>>(column.values);
  return {cells.begin(), cells.end()};
}

template <class Value>
void expect_same(const std::vector<Value>& ours, const std::vector<Value>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (is_missing(theirs[i])) {
      EXPECT_TRUE(is_missing(ours[i])) << i;
    } else {
      EXPECT_EQ(ours[i], theirs[i]) << i;
    }
  }
}

class Drawing {
 public:
  explicit Drawing(std::uint64_t seed)
      : stream_(random::key_from_seed(seed), {random::Purpose::test, 5}) {}

  std::size_t below(std::size_t limit) {
    return random::uniform_below(static_cast<std::uint32_t>(limit), stream_);
  }
  double number() { return random::normal_quantile(random::uniform(stream_)); }

  // Some ascending, with repeats.
  Reals cuts(const Reals& among) {
    Reals cuts(below(12));
    for (double& cut : cuts) {
      cut = below(2) == 0 || among.empty() ? number() : among[below(among.size())];
    }
    std::ranges::sort(cuts);
    return cuts;
  }

 private:
  random::Stream stream_;
};

// Scores and values, some of which are equal, and as many gaps in one as in the other.
struct Drawn {
  Reals scores;
  Reals values;
};

Drawn drawn(std::size_t rows, Drawing& drawing) {
  Drawn drawn;
  const double share = static_cast<double>(drawing.below(5)) / 4;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_common = static_cast<double>(drawing.below(100)) < 100 * share;
    drawn.scores.push_back(is_common ? 0.25 : drawing.number());
    const bool is_round = static_cast<double>(drawing.below(100)) < 100 * share;
    drawn.values.push_back(is_round ? std::round(drawing.number()) : drawing.number());
  }
  for (std::size_t gap = drawing.below(rows / 4 + 1); gap > 0; --gap) {
    drawn.scores[gap * 3 % rows] = missing_real;
    drawn.values[rows - 1 - gap * 3 % rows] = missing_real;
  }
  return drawn;
}

TEST(Ranges, GiveTheValuesOfTheWholeColumn) {
  for (std::uint64_t time = 0; time < 200; ++time) {
    SCOPED_TRACE("table " + std::to_string(time));
    Drawing drawing(time);
    const Drawn column = drawn(4 + drawing.below(300), drawing);
    const Setting setting{drawing.cuts(there(std::span<const double>(column.scores))),
                          drawing.cuts(there(std::span<const double>(column.values))),
                          1 + drawing.below(150), 1 + drawing.below(5)};
    expect_same(Tasks(column.scores, column.values, setting).result(),
                whole(column.scores, column.values));
  }
}

TEST(Ranges, GiveWholeNumbersToTheLastDigit) {
  for (std::uint64_t time = 0; time < 50; ++time) {
    SCOPED_TRACE("table " + std::to_string(time));
    Drawing drawing(1000 + time);
    const Drawn column = drawn(4 + drawing.below(300), drawing);
    Integers values;
    for (const double value : column.values) {
      const std::int64_t large = (std::int64_t{1} << 60) + static_cast<std::int64_t>(value * 3);
      values.push_back(is_missing(value) ? missing_integer : large);
    }
    const Setting setting{drawing.cuts(there(std::span<const double>(column.scores))),
                          {std::ldexp(1, 60)},
                          1 + drawing.below(150),
                          1 + drawing.below(5)};
    expect_same(Tasks(column.scores, values, setting).result(), whole(column.scores, values));
  }
}

// A score of nearly all records is the work of all tasks.
TEST(Ranges, ShareOutScoresThatEqualTheirCuts) {
  constexpr std::size_t records = 10'000;
  const Setting setting{Reals(7, 0.5), {}};
  const Tasks<double> tasks(Reals(records, 0.5), Reals(records, 1), setting);
  for (const auto& range : tasks.scores()) {
    EXPECT_NEAR(static_cast<double>(range.count), records / 8.0, 1);
  }
}

// However often a value is there, it goes to a range once for each part.
TEST(Ranges, SendEqualValuesOnce) {
  const Integers values(1'000'000, 7);
  const Cut cut = cut_values(std::span<const std::int64_t>(values), {});
  EXPECT_EQ(cut.counts.at(0), values.size());
  EXPECT_EQ(cut.texts.at(0).size(), 3 * sizeof(std::uint64_t));
}

TEST(Ranges, KeepTheSignOfZeros) {
  const Reals values{0.0, -0.0, -0.0, 0.0, 0.0};
  const auto result =
      Tasks<double>({0.1, 0.2, 0.3, 0.4, 0.5}, values, {.score_cuts = {0.25}, .value_cuts = {0.0}})
          .result();
  EXPECT_EQ(std::ranges::count_if(result, [](double value) { return std::signbit(value); }), 2);
}

class DamagedRanges : public ::testing::Test {
 protected:
  const Reals scores_{0.4, 0.1, 0.3, 0.2, 0.1};
  const Tasks<double> tasks_{scores_, Reals{5, 2, 2, 1, 4}, {.score_cuts = {}, .value_cuts = {}}};
  const Tasks<double>::Range range_ = tasks_.range(0);

  bool is_taken(const Texts& scores, const Texts& values, std::size_t row_tasks = 3) const {
    return static_cast<bool>(ranked(range_.ranks, row_tasks, views_of(scores), views_of(values)));
  }
  Texts given() const {
    return *ranked(range_.ranks, 3, views_of(range_.scores), views_of(range_.values));
  }
};

TEST_F(DamagedRanges, CutShortOrTooLongAreRefused) {
  ASSERT_TRUE(is_taken(range_.scores, range_.values));
  const std::string& scores = range_.scores.at(0);
  const std::string& values = range_.values.at(0);
  for (std::size_t size = 1; size < scores.size(); ++size) {
    EXPECT_FALSE(is_taken({scores.substr(0, size)}, range_.values)) << size;
  }
  for (std::size_t size = 1; size < values.size(); ++size) {
    EXPECT_FALSE(is_taken(range_.scores, {values.substr(0, size)})) << size;
  }
  EXPECT_FALSE(is_taken({scores + '\0'}, range_.values));
  EXPECT_FALSE(is_taken(range_.scores, {values + '\0'}));
}

TEST_F(DamagedRanges, OfOtherNumbersAreRefused) {
  EXPECT_FALSE(is_taken({range_.scores.at(0), range_.scores.at(0)}, range_.values));
  EXPECT_FALSE(is_taken(range_.scores, {range_.values.at(0), range_.values.at(0)}));
  EXPECT_FALSE(is_taken({}, range_.values));
  EXPECT_FALSE(is_taken(range_.scores, {}));
}

// 2 and 4 are there 2^63 times more than they are: with what lies above 64 bits lost, the sum is
// right.
TEST_F(DamagedRanges, WithCountsBeyondAllBoundsAreRefused) {
  std::string values = range_.values.at(0);
  const std::size_t counts = values.size() - 4 * sizeof(std::uint64_t);
  for (const std::size_t number : {1U, 2U}) {
    values.at(counts + number * sizeof(std::uint64_t) + 7) = '\x80';
  }
  EXPECT_FALSE(is_taken(range_.scores, {values}));
}

TEST_F(DamagedRanges, ForRowTasksThatAreNotThereAreRefused) {
  EXPECT_FALSE(is_taken(range_.scores, range_.values, 1));
}

TEST_F(DamagedRanges, ValuesForOtherPlacesAreRefused) {
  const Texts texts = given();
  const std::vector<std::uint32_t> own{0, 3};
  const std::vector<std::uint32_t> others{0, 4};
  EXPECT_TRUE(filled(own, true, views_of({texts.at(0)})));
  EXPECT_FALSE(filled(others, true, views_of({texts.at(0)})));
  EXPECT_FALSE(filled(std::span(own).first(1), true, views_of({texts.at(0)})));
  for (std::size_t size = 1; size < texts.at(0).size(); ++size) {
    EXPECT_FALSE(filled(own, true, views_of({texts.at(0).substr(0, size)}))) << size;
  }
}

}  // namespace
}  // namespace overhand::parts
