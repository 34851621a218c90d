#include "overhand/report/chart.h"

#include <gtest/gtest.h>

#include <set>

#include "overhand/masking/methods.h"

namespace overhand::report {
namespace {

std::vector<std::string> names_of_all() {
  std::vector<std::string> names;
  for (const auto& method : masking::methods()) names.push_back(method.name);
  return names;
}

TEST(Chart, EachMethodHasAColourAndAShapeOfItsOwn) {
  const auto names = names_of_all();
  for (const Json& scale : {method_colours(names), method_shapes(names)}) {
    EXPECT_EQ(scale["domain"], names);
    const std::set<std::string> different(scale["range"].begin(), scale["range"].end());
    EXPECT_EQ(different.size(), names.size());
  }
}

TEST(Chart, AMethodLooksTheSameInEveryFigure) {
  const auto all = names_of_all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(method_colours({all[i]})["range"][0], method_colours(all)["range"][i]);
    EXPECT_EQ(method_shapes({all[i]})["range"][0], method_shapes(all)["range"][i]);
  }
}

TEST(Chart, ATitleOutOfDataIsNeverAWordOfVega) {
  for (const char* name : {"constructor", "toString", "if", "age"}) {
    EXPECT_EQ(named_channel("x", "quantitative", name)["title"], std::string(name) + " ");
  }
}

}  // namespace
}  // namespace overhand::report
