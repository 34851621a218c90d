// Certain cells: values that hardly anybody has and that stand, whatever the key, in the record
// that comes from their owner. Their pool of possible sources has one member: who knows the method
// knows whose they are.
#pragma once

#include <vector>

#include "overhand/table/row.h"
#include "overhand/table/table.h"

namespace overhand::risk {

// Found without knowing the method: a cell is certain until a masking moves or changes its value.
// One that shares its pool with another stays with a chance of a half each time.
class CertainCells {
 public:
  // Maskings after which what was never moved is called certain.
  static constexpr std::size_t enough = 8;

  // At first every value of a masked column that one or two originals have.
  explicit CertainCells(const Table& original);

  // One masking of the original. Without sources no record comes from anybody.
  void see(const Table& masked, const std::optional<Lineage>& sources);

  std::size_t count() const;
  double share() const;  // of the cells to mask that have a value
  // Names of columns that have some, the one with most first.
  std::vector<std::string> columns() const;

 private:
  struct Part {
    Column column;                 // of the original
    std::vector<char> is_certain;  // by original
  };
  static std::size_t count_in(const Part& part);

  std::vector<Part> parts_;
  std::size_t cells_ = 0;
};

}  // namespace overhand::risk
