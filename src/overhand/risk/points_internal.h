// Points: the records of a table as places in space, by their standardised values in all or some of
// its columns, record after record.
#pragma once

#include <span>

#include "overhand/risk/neighbours.h"

namespace overhand::risk {

class Points {
 public:
  // In all columns: a view of `profile`, which must outlive it.
  explicit Points(const statistics::Profile& profile)
      : count_(profile.row_count()),
        dimensions_(profile.dimension_count()),
        cells_(profile.standardised),
        caps_(profile.caps) {}

  // In these columns, in their order: a copy.
  Points(const statistics::Profile& profile, std::span<const std::size_t> columns);

  Points(const Points&) = delete;  // a copy's view would look into the old one
  Points& operator=(const Points&) = delete;

  std::size_t count() const { return count_; }
  std::size_t dimensions() const { return dimensions_; }
  Caps caps() const { return caps_; }
  std::span<const double> operator[](std::size_t row) const {
    return cells_.subspan(row * dimensions_, dimensions_);
  }

 private:
  std::size_t count_;
  std::size_t dimensions_;
  Reals copy_ = {};
  std::span<const double> cells_;
  Reals caps_ = {};
};

}  // namespace overhand::risk
