#include "overhand/utility/boosted_trees_internal.h"

#ifdef OVERHAND_WITHOUT_TREES

#include <stdexcept>

namespace overhand::utility {

// Nobody asks for them then: has_boosted_trees.
std::vector<float> predicted_by_trees(const TreeMatrix&, const TreeLabels&, const TreeMatrix&) {
  throw std::logic_error("This build has no boosted trees.");
}

}  // namespace overhand::utility

#else

#include <xgboost/c_api.h>

#include <array>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "overhand/core/stopping.h"

namespace overhand::utility {
namespace {

constexpr int rounds = 30;
// Fixed, and told in docs/guide/measures.md: other values are another measure.
constexpr std::array<std::pair<const char*, const char*>, 9> parameters = {{
    {"tree_method", "hist"},
    {"max_bin", "64"},
    {"max_depth", "4"},
    {"eta", "0.2"},
    {"min_child_weight", "5"},
    {"lambda", "1"},
    {"nthread", "1"},
    {"seed", "0"},
    {"verbosity", "0"},
}};

// What is handed to XGBoost is right by construction, so that only memory can be lacking.
void must(int status) {
  if (status != 0) throw std::runtime_error(XGBGetLastError());
}

struct Freed {
  void operator()(DMatrixHandle matrix) const { XGDMatrixFree(matrix); }
};
using Matrix = std::unique_ptr<void, Freed>;

struct BoosterFreed {
  void operator()(BoosterHandle booster) const { XGBoosterFree(booster); }
};
using Booster = std::unique_ptr<void, BoosterFreed>;

Matrix matrix_of(const TreeMatrix& records) {
  DMatrixHandle made = nullptr;
  must(XGDMatrixCreateFromMat_omp(records.cells.data(), records.rows(), records.columns,
                                  std::numeric_limits<float>::quiet_NaN(), &made, 1));
  return Matrix(made);
}

Booster booster_for(DMatrixHandle training, std::size_t classes) {
  BoosterHandle made = nullptr;
  must(XGBoosterCreate(&training, 1, &made));
  Booster booster(made);
  const auto set = [&](const char* name, const char* value) {
    must(XGBoosterSetParam(booster.get(), name, value));
  };
  for (const auto& [name, value] : parameters) set(name, value);
  set("base_score", classes == 0 ? "0" : "0.5");
  set("objective", classes == 0   ? "reg:squarederror"
                   : classes == 2 ? "binary:logistic"
                                  : "multi:softprob");
  if (classes > 2) set("num_class", std::to_string(classes).c_str());
  return booster;
}

}  // namespace

std::vector<float> predicted_by_trees(const TreeMatrix& training, const TreeLabels& labels,
                                      const TreeMatrix& tested) {
  const Matrix records = matrix_of(training);
  must(XGDMatrixSetFloatInfo(records.get(), "label", labels.values.data(), labels.values.size()));
  const Booster booster = booster_for(records.get(), labels.classes);
  for (int round = 0; round < rounds; ++round) {
    stop_if_cancelled();
    must(XGBoosterUpdateOneIter(booster.get(), round, records.get()));
  }
  const Matrix asked = matrix_of(tested);
  bst_ulong count = 0;
  const float* found = nullptr;
  must(XGBoosterPredict(booster.get(), asked.get(), 0, 0, 0, &count, &found));
  return {found, found + count};
}

}  // namespace overhand::utility

#endif
