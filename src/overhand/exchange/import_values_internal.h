// Values of ours out of slices of one format.
#pragma once

#include "overhand/exchange/slice_internal.h"

namespace overhand::exchange {

struct TypedValues {
  Type type;
  Values values;
};

// The values of slices that fit their format.
Result<TypedValues> import_values(const Format& format, const Slices& slices, Role role,
                                  const Progress& progress);

// Texts of the layouts that hold texts.
Result<Texts> import_texts(Layout layout, const Slices& slices, const Progress& progress);

// The codes of a category with the levels of all slices, each once and in the order of their first
// appearance.
Result<Texts> import_categories(const ArrowSchema& schema, const Slices& slices,
                                const Progress& progress);

}  // namespace overhand::exchange
