// How the columns of a table that is written in parts go out: as all of its records say together,
// so that the file is the one that a writing at once gives.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "overhand/io/format.h"
#include "overhand/io/write_csv_internal.h"
#include "overhand/table/table.h"

namespace overhand::io {

class AlikeParts {
 public:
  explicit AlikeParts(const Format& format) : format_(format) {}

  // Whether the column goes out in one way or another by what stands in it: texts that may all be
  // numbers, levels, numbers of a narrow type, dates whose day must be told from the month.
  bool depends_on_values(const Column& column) const;

  // Of each part the columns that depend on their values, before any is written. A column of texts
  // has the same dictionary in all parts.
  void look(const Table& part);

  // The part as it goes out.
  Table alike(Table part);

 private:
  struct Seen {
    Column like;                     // without values
    bool is_narrow = true;           // its format holds all numbers
    std::vector<bool> is_used = {};  // each level
    DaysSeen days = {};
  };
  // What was settled of a column.
  struct Settled {
    Column like;                    // its format and the layout of dates
    Values of_levels = {};          // the levels that occur, as they go out
    std::vector<Code> places = {};  // of each level among those
  };

  Settled settled(const Seen& seen) const;
  static Settled settled_texts(const Seen& seen);

  Format format_;
  std::map<std::string, Seen> seen_;
  std::map<std::string, Settled> settled_;
};

}  // namespace overhand::io
