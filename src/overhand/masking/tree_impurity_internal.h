// What a split of a decision tree is worth, for numbers and for levels: records move to the left
// side one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::masking {

using LevelRows = std::vector<std::span<const Row>>;  // of each level, in a node

// Numbers: the squares about the means.
class Squares {
 public:
  explicit Squares(const Reals& values) : values_(values) {}

  double impurity(std::span<const Row> rows) {
    enter(rows);
    double sum = 0;
    for (const Row row : rows) {
      const double difference = values_[row] - centre_;
      sum += difference * difference;
    }
    return sum;
  }
  void enter(std::span<const Row> rows) {
    double sum = 0;
    for (const Row row : rows) sum += values_[row];
    size_ = static_cast<double>(rows.size());
    centre_ = sum / size_;
  }
  void start() { sum_ = 0; }
  void move_left(Row row) { sum_ += values_[row] - centre_; }
  // With S the sum of the centred values on the left, the squares fall by S^2/n_l + S^2/n_r.
  double gain(std::size_t left) const {
    const auto weight = static_cast<double>(left);
    return sum_ * sum_ * (size_ / (weight * (size_ - weight)));
  }
  // The orders in which levels are tried: for each, what to sort them by.
  std::vector<Reals> level_orders(const LevelRows& levels) const {
    Reals means;
    for (const auto& rows : levels) {
      double sum = 0;
      for (const Row row : rows) sum += values_[row];
      means.push_back(sum / static_cast<double>(rows.size()));
    }
    return {means};
  }

 private:
  const Reals& values_;
  double size_ = 0;
  double centre_ = 0;
  double sum_ = 0;
};

// Levels: Gini's impurity, n (1 - the sum of the squared shares). Whole numbers, so that it is
// exact.
class Gini {
 public:
  Gini(const Reals& values, std::size_t levels) : values_(values), all_(levels), left_(levels) {}

  double impurity(std::span<const Row> rows) {
    enter(rows);
    return size_ - squares_ / size_;
  }
  void enter(std::span<const Row> rows) {
    std::ranges::fill(all_, 0);
    for (const Row row : rows) ++all_[level(row)];
    size_ = static_cast<double>(rows.size());
    squares_ = 0;
    for (const std::int64_t count : all_) squares_ += static_cast<double>(count * count);
  }
  void start() {
    std::ranges::fill(left_, 0);
    left_squares_ = 0;
    right_squares_ = static_cast<std::int64_t>(squares_);
  }
  void move_left(Row row) {
    const std::size_t moved = level(row);
    const std::int64_t right = all_[moved] - left_[moved];
    left_squares_ += 2 * left_[moved] + 1;
    right_squares_ -= 2 * right - 1;
    ++left_[moved];
  }
  double gain(std::size_t left) const {
    const auto weight = static_cast<double>(left);
    return static_cast<double>(left_squares_) / weight +
           static_cast<double>(right_squares_) / (size_ - weight) - squares_ / size_;
  }
  std::vector<Reals> level_orders(const LevelRows& levels) const {
    std::vector<Reals> orders;
    for (const std::size_t common : commonest()) {
      Reals shares;
      for (const auto& rows : levels) {
        const auto count =
            std::ranges::count_if(rows, [&](Row row) { return level(row) == common; });
        shares.push_back(static_cast<double>(count) / static_cast<double>(rows.size()));
      }
      orders.push_back(std::move(shares));
    }
    return orders;
  }

 private:
  static constexpr std::size_t most_orders = 6;

  std::size_t level(Row row) const { return static_cast<std::size_t>(values_[row]); }

  std::vector<std::size_t> commonest() const {
    std::vector<std::size_t> levels(all_.size());
    std::iota(levels.begin(), levels.end(), std::size_t{0});
    std::ranges::stable_sort(levels, std::greater<>(), [&](std::size_t l) { return all_[l]; });
    std::erase_if(levels, [&](std::size_t l) { return all_[l] == 0; });
    if (levels.size() <= 2) levels.resize(1);  // the other's order is the same, backwards
    if (levels.size() > most_orders) levels.resize(most_orders);
    return levels;
  }

  const Reals& values_;
  std::vector<std::int64_t> all_;  // how many records of the node have each level
  std::vector<std::int64_t> left_;
  double size_ = 0;
  double squares_ = 0;
  std::int64_t left_squares_ = 0;
  std::int64_t right_squares_ = 0;
};

}  // namespace overhand::masking
