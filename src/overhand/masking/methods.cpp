#include "overhand/masking/methods.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/masking/cart_internal.h"
#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cell_shuffle_internal.h"
#include "overhand/masking/correlated_noise_internal.h"
#include "overhand/masking/ipso_internal.h"
#include "overhand/masking/mdav_internal.h"
#include "overhand/masking/noise_internal.h"
#include "overhand/masking/pca_internal.h"
#include "overhand/masking/pppca_internal.h"
#include "overhand/masking/pram_internal.h"
#include "overhand/masking/rank_noise_internal.h"
#include "overhand/masking/rank_swap_internal.h"
#include "overhand/masking/sjppds_internal.h"
#include "overhand/masking/swap_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {
namespace {

std::vector<Method> catalogue() {
  return {sjppds_method(),     mdav_method(),        pca_method(),
          pppca_method(),      noise_method(),       correlated_noise_method(),
          rank_swap_method(),  cell_rotate_method(), cell_shuffle_method(),
          rank_noise_method(), cart_method(),        ipso_method(),
          pram_method(),       swap_method()};
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all = catalogue();
  return all;
}

Result<const Method*> find_method(std::string_view name) {
  const auto found = std::ranges::find(methods(), name, &Method::name);
  if (found != methods().end()) return &*found;
  std::vector<std::string> names;
  for (const Method& method : methods()) names.push_back(method.name);
  return Error{ErrorKind::invalid_option,
               fmt::format("There is no method '{}'; the methods are {}.", told(name),
                           fmt::join(names, ", "))};
}

}  // namespace overhand::masking
