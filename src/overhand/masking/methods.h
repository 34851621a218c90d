// The catalogue of masking methods. The command line, the bindings and the page are made from it,
// so that a method is added in one place.
#pragma once

#include <string_view>
#include <vector>

#include "overhand/masking/method.h"
#include "overhand/table/structure.h"

namespace overhand::masking {

const std::vector<Method>& methods();

// What masks where nobody names a method: few records are linked to their source, and margins stay.
constexpr const char* default_method = "cell_rotate";

// The method of that name, or a sentence that lists the names there are.
Result<const Method*> find_method(std::string_view name);

struct MaskOptions {
  OptionValues values = {};   // of the method
  bool shuffle_rows = false;  // for the methods that keep the row order
  Structure structure = {};   // derived columns, strata and units; rules bind nobody here
};

// Masks the columns whose role is `mask`; columns to keep go with the source of each record.
// Derived columns are left out and computed again; strata are masked each by itself; the records of
// a unit are masked as one. All chance comes from the key of this very release, made of the
// context's key, the method, its options and the table (docs/theory/keys.md). With a k of the
// structure, cells of keys are suppressed at last (keys/suppression.h). Fails when a column
// is to be kept and the method's records have no source.
Result<Masked> mask(const Method& method, const Table& original, const MaskOptions& options,
                    const Context& context);

}  // namespace overhand::masking
