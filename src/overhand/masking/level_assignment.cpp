#include <algorithm>
#include <limits>
#include <numeric>

#include "overhand/masking/level_assignment_internal.h"

namespace overhand::masking {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Of two levels the second goes to the records that gain most by it; of equals, to the first ones.
std::vector<std::uint32_t> assigned_two(std::span<const double> scores, std::size_t seconds) {
  std::vector<std::uint32_t> records(scores.size() / 2);
  std::iota(records.begin(), records.end(), 0U);
  const auto gain = [&](std::size_t record) { return scores[2 * record + 1] - scores[2 * record]; };
  std::ranges::stable_sort(records, std::greater<>(), gain);
  std::vector<std::uint32_t> level_of(records.size(), 0);
  for (std::size_t i = 0; i < seconds; ++i) level_of[records[i]] = 1;
  return level_of;
}

class Assignment {
 public:
  Assignment(std::span<const double> scores, std::span<const std::size_t> counts)
      : scores_(scores),
        levels_(static_cast<std::uint32_t>(counts.size())),
        room_(counts.begin(), counts.end()),
        members_(counts.size()),
        moves_(counts.size() * counts.size(), Move{infinity, none}) {}

  std::vector<std::uint32_t> levels() && {
    const auto records = static_cast<std::uint32_t>(scores_.size() / levels_);
    for (std::uint32_t record = 0; record < records; ++record) place(record);
    std::vector<std::uint32_t> level_of(records);
    for (std::uint32_t level = 0; level < levels_; ++level) {
      for (const std::uint32_t record : members_[level]) level_of[record] = level;
    }
    return level_of;
  }

 private:
  // The cheapest move of a record from one level to another.
  struct Move {
    double cost;
    std::uint32_t record;
  };
  // The cheapest way by which a level takes one record more.
  struct Way {
    double cost;
    std::uint32_t from;  // the level that gives up a record for it, or none
  };

  double score(std::uint32_t record, std::uint32_t level) const {
    return scores_[std::size_t{record} * levels_ + level];
  }
  Move& move(std::uint32_t from, std::uint32_t to) {
    return moves_[std::size_t{from} * levels_ + to];
  }

  void place(std::uint32_t record) {
    const std::vector<Way> ways = cheapest_ways(record);
    std::uint32_t end = none;
    for (std::uint32_t level = 0; level < levels_; ++level) {
      if (room_[level] > 0 && (end == none || ways[level].cost < ways[end].cost)) end = level;
    }
    --room_[end];
    std::uint32_t to = end;
    for (; ways[to].from != none; to = ways[to].from) {
      const std::uint32_t from = ways[to].from;
      const std::uint32_t moved = move(from, to).record;
      std::erase(members_[from], moved);
      members_[to].push_back(moved);
    }
    members_[to].push_back(record);
    for (std::uint32_t level = end;; level = ways[level].from) {
      find_moves_from(level);
      if (level == to) break;
    }
  }

  // Bellman and Ford. A gain below `rounding` is none, so that rounding makes no chain a circle.
  std::vector<Way> cheapest_ways(std::uint32_t record) {
    constexpr double rounding = 1e-12;
    std::vector<Way> ways(levels_);
    for (std::uint32_t level = 0; level < levels_; ++level)
      ways[level] = {-score(record, level), none};
    bool is_better = true;
    for (std::uint32_t round = 1; is_better && round < levels_; ++round) {
      is_better = false;
      for (std::uint32_t from = 0; from < levels_; ++from) {
        if (members_[from].empty()) continue;
        for (std::uint32_t to = 0; to < levels_; ++to) {
          const double cost = ways[from].cost + move(from, to).cost;
          if (to == from || !(cost < ways[to].cost - rounding)) continue;
          ways[to] = {cost, from};
          is_better = true;
        }
      }
    }
    return ways;
  }

  void find_moves_from(std::uint32_t from) {
    for (std::uint32_t to = 0; to < levels_; ++to) {
      Move best{infinity, none};
      for (const std::uint32_t record : members_[from]) {
        const double cost = score(record, from) - score(record, to);
        if (cost < best.cost) best = {cost, record};
      }
      move(from, to) = best;
    }
  }

  std::span<const double> scores_;
  std::uint32_t levels_;
  std::vector<std::size_t> room_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<std::uint32_t> assigned_levels(std::span<const double> scores,
                                           std::span<const std::size_t> counts) {
  if (counts.size() == 1) return std::vector<std::uint32_t>(scores.size(), 0);
  if (counts.size() == 2) return assigned_two(scores, counts[1]);
  return Assignment(scores, counts).levels();
}

}  // namespace overhand::masking
