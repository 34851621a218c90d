#include "overhand/masking/column_shuffle.h"

#include "overhand/masking/column_bins_internal.h"
#include "overhand/masking/column_pools_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/sjppds_internal.h"

namespace overhand::masking {

struct ColumnShuffle::Drawing {
  Drawing() = default;
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;
  virtual ~Drawing() = default;
  virtual Values draw(std::span<const Row> sources) = 0;
};

namespace {

template <class Value, class Code>
class DrawingOf : public ColumnShuffle::Drawing {
 public:
  DrawingOf(const Column& column, const Cells<Value>& values, std::uint32_t number, const Cut& cut,
            const random::Key& key)
      : pools_(binned(column, values, number, cut, key)) {
    if (const auto* texts = std::get_if<Texts>(&column.values)) {
      dictionary_ = texts->shared_dictionary();
    }
  }

  Values draw(std::span<const Row> sources) override {
    std::vector<Value> masked(sources.size());
    pools_.draw(sources, masked);
    if constexpr (std::is_same_v<Value, overhand::Code>) {
      return Texts(std::move(masked), dictionary_);
    } else {
      return masked;
    }
  }

 private:
  PooledValues<Value, Code> binned(const Column& column, const Cells<Value>& values,
                                   std::uint32_t number, const Cut& cut, const random::Key& key) {
    bin_column<Code>(column, number, cut, key, workspace_.codes);
    return {values, number, code_count(cut.bins), key, workspace_};
  }

  Workspace<Code> workspace_;
  PooledValues<Value, Code> pools_;
  std::shared_ptr<const Dictionary> dictionary_;
};

std::unique_ptr<ColumnShuffle::Drawing> drawing_of(const Column& column, std::uint32_t number,
                                                   const Cut& cut, const random::Key& key) {
  using Made = std::unique_ptr<ColumnShuffle::Drawing>;
  return with_narrow_code(cut.bins, [&](auto code) -> Made {
    using Code = decltype(code);
    const auto make = [&]<class Value>(const Cells<Value>& values) -> Made {
      return std::make_unique<DrawingOf<Value, Code>>(column, values, number, cut, key);
    };
    if (const auto* reals = std::get_if<Cells<double>>(&column.values)) return make(*reals);
    if (const auto* texts = std::get_if<Texts>(&column.values)) return make(texts->codes());
    return make(std::get<Cells<std::int64_t>>(column.values));
  });
}

}  // namespace

Result<ColumnShuffle> ColumnShuffle::make(Column column, std::uint32_t number,
                                          const OptionValues& values, const random::Key& key) {
  const auto options = options_from<SjppdsOptions>(sjppds_method(), values);
  if (!options) return options.error();
  if (auto problem = problem_with_range(column, range_to_cut(column))) return *std::move(problem);
  if (hides_values(options->marginals)) {
    column = with_margins(column, number, options->marginals, key);
  }
  const Cut cut{options->bins, static_cast<std::size_t>(options->min_bin), range_to_cut(column)};
  auto drawing = drawing_of(column, number, cut, key);
  return ColumnShuffle(emptied(column), std::move(drawing));
}

ColumnShuffle::ColumnShuffle(Column empty, std::unique_ptr<Drawing> drawing)
    : empty_(std::move(empty)), drawing_(std::move(drawing)) {}
ColumnShuffle::ColumnShuffle(ColumnShuffle&&) noexcept = default;
ColumnShuffle::~ColumnShuffle() = default;

Column ColumnShuffle::draw(std::span<const Row> sources) {
  return with_values(empty_, drawing_->draw(sources));
}

}  // namespace overhand::masking
