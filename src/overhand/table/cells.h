// Cells: the values of one column, read-only, in memory of its own or of somebody else's. Copies
// share it, so that a table is handed on without moving its values.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace overhand {

template <class Value>
class Cells {
 public:
  using value_type = Value;

  Cells() = default;
  Cells(std::vector<Value> values) {
    const auto owned = std::make_shared<const std::vector<Value>>(std::move(values));
    values_ = *owned;
    owner_ = owned;
  }
  Cells(std::initializer_list<Value> values) : Cells(std::vector<Value>(values)) {}
  // Borrows: `owner` keeps the memory alive.
  Cells(std::span<const Value> values, std::shared_ptr<const void> owner)
      : values_(values), owner_(std::move(owner)) {}

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  const Value* data() const { return values_.data(); }
  const Value& operator[](std::size_t row) const { return values_[row]; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

  // What keeps the values alive, for who lends them on.
  const std::shared_ptr<const void>& owner() const { return owner_; }

  bool operator==(const Cells& other) const { return std::ranges::equal(values_, other.values_); }

 private:
  std::span<const Value> values_;
  std::shared_ptr<const void> owner_;
};

}  // namespace overhand
