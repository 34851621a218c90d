#include "overhand/masking/column_shuffle.h"

#include "overhand/masking/column_bins_internal.h"
#include "overhand/masking/column_pools_internal.h"

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
    workspace_.bucket_at = {};
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

ColumnShuffle::ColumnShuffle(Column column, std::uint32_t number, int bins, std::size_t min_bin,
                             const random::Key& key)
    : drawing_(drawing_of(column, number, {bins, min_bin, range_to_cut(column)}, key)) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    column.values = Texts(std::vector<Code>(), texts->shared_dictionary());
  } else if (std::holds_alternative<Cells<double>>(column.values)) {
    column.values = Reals();
  } else {
    column.values = Integers();
  }
  empty_ = std::move(column);
}

ColumnShuffle::ColumnShuffle(ColumnShuffle&&) noexcept = default;
ColumnShuffle::~ColumnShuffle() = default;

Column ColumnShuffle::draw(std::span<const Row> sources) {
  return with_values(empty_, drawing_->draw(sources));
}

}  // namespace overhand::masking
