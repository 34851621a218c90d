#include "overhand/attacks/witnesses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "overhand/attacks/guesses_internal.h"
#include "overhand/core/parallel.h"

namespace overhand::attacks {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();
constexpr std::size_t at_once = 4096;  // records, whose distances and columns stay in the cache

Places all_columns(const View& view) {
  Places all(view.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// How many of the facts a record does not share; what a person lacks is shared by nobody.
void facts_not_shared(const View& view, Row person, const Places& columns, std::size_t first,
                      std::span<double> counts) {
  std::ranges::fill(counts, static_cast<double>(columns.size()));
  for (const std::size_t place : columns) {
    const SeenColumn& column = view.columns[place];
    const double known = column.original[person];
    if (is_missing(known)) continue;
    const auto released = std::span(column.released).subspan(first, counts.size());
    for (std::size_t row = 0; row < counts.size(); ++row) {
      counts[row] -= static_cast<double>(released[row] == known);
    }
  }
}

void squared_distances(const View& view, Row person, const Places& columns, std::size_t first,
                       std::span<double> distances) {
  distances_to(view, person, columns, first, distances);
}

// A view is of two records at least: one that is alone stands twice and is looked at once.
Result<View> part_view(const Table& original, const Table& part) {
  const bool is_one = part.row_count() == 1;
  auto view = view_of(original, is_one ? gather(part, std::vector<Row>{0, 0}) : part);
  if (view && is_one) view->released = 1;
  return view;
}

}  // namespace

// The places of one search for one person, in order of distance and then of rows.
struct Witnesses::List {
  std::span<double> distances;
  std::span<Row> rows;

  bool takes(double distance, Row row) const {
    return distance < distances.back() || (distance == distances.back() && row < rows.back());
  }
  void insert(double distance, Row row) {
    std::size_t place = distances.size() - 1;
    for (; place > 0; --place) {
      const bool is_behind = distances[place - 1] < distance ||
                             (distances[place - 1] == distance && rows[place - 1] <= row);
      if (is_behind) break;
      distances[place] = distances[place - 1];
      rows[place] = rows[place - 1];
    }
    distances[place] = distance;
    rows[place] = row;
  }
};

std::vector<Search> searches_of(const View& view, const AttackOptions& options,
                                const random::Key& key) {
  constexpr std::size_t around = 60;  // gaps.cpp looks at twenty on each side
  constexpr std::size_t nearest_of_all = 5;
  std::vector<Search> searches = {{all_columns(view), nearest_of_all}};
  for (const std::size_t facts : known_facts) {
    for (auto& [known, unknown] : known_sets(view, {facts, options.sets}, key)) {
      searches.push_back({known, on_the_line});
      searches.push_back({known, most_holders, Search::By::equal_values});
    }
  }
  for (auto& [a, b] : drawn_halves(view, options.sets, key)) {
    searches.push_back({a});
    searches.push_back({b});
  }
  for (std::size_t place = 0; place < view.columns.size(); ++place) {
    if (!view.columns[place].is_category) searches.push_back({{place}, around});
  }
  return searches;
}

Witnesses::Witnesses(std::vector<Row> people, std::vector<Search> searches)
    : people_(std::move(people)), searches_(std::move(searches)), starts_{0} {
  for (const Search& search : searches_) starts_.push_back(starts_.back() + search.count);
  distances_.assign(people_.size() * starts_.back(), none);
  rows_.assign(distances_.size(), std::numeric_limits<Row>::max());
}

Witnesses::List Witnesses::list_of(std::size_t person, std::size_t search) {
  const std::size_t start = person * starts_.back() + starts_[search];
  const std::size_t count = searches_[search].count;
  return {std::span(distances_).subspan(start, count), std::span(rows_).subspan(start, count)};
}

// For the person at place `i`.
void Witnesses::look(const View& part, std::size_t i, std::size_t first) {
  std::array<double, at_once> room;
  for (std::size_t begin = 0; begin < part.released; begin += at_once) {
    const std::span distances(room.data(), std::min(at_once, part.released - begin));
    for (std::size_t s = 0; s < searches_.size(); ++s) {
      const Search& search = searches_[s];
      const auto measure = search.by == Search::By::distance ? squared_distances : facts_not_shared;
      measure(part, people_[i], search.columns, begin, distances);
      List list = list_of(i, s);
      for (std::size_t row = 0; row < distances.size(); ++row) {
        if (distances[row] >= list.distances.back()) continue;
        list.insert(distances[row], static_cast<Row>(first + begin + row));
      }
    }
  }
}

Status Witnesses::see(const Table& original, const Table& part, std::size_t first) {
  if (part.row_count() == 0) return Done{};
  auto view = part_view(original, part);
  if (!view) return view.error();
  parallel_for_each_index(people_.size(), [&](std::size_t i) { look(*view, i, first); });
  return Done{};
}

Status Witnesses::add(std::span<const double> distances, std::span<const Row> rows) {
  if (distances.size() != distances_.size() || rows.size() != rows_.size()) {
    return Error{ErrorKind::invalid_data, "What was found is of other people or searches."};
  }
  for (std::size_t i = 0; i < people_.size(); ++i) {
    for (std::size_t s = 0; s < searches_.size(); ++s) {
      List list = list_of(i, s);
      const std::size_t start = i * starts_.back() + starts_[s];
      for (std::size_t place = start; place < start + searches_[s].count; ++place) {
        if (!list.takes(distances[place], rows[place])) break;
        list.insert(distances[place], rows[place]);
      }
    }
  }
  return Done{};
}

std::vector<Row> Witnesses::found() const {
  std::vector<Row> found;
  for (std::size_t place = 0; place < rows_.size(); ++place) {
    if (std::isfinite(distances_[place])) found.push_back(rows_[place]);
  }
  std::ranges::sort(found);
  const auto again = std::ranges::unique(found);
  found.erase(again.begin(), again.end());
  return found;
}

}  // namespace overhand::attacks
