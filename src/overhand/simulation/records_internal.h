// Records as columns.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::simulation {

// Makes columns of one member, or of what a function says, of every record.
template <class Record>
class Records {
 public:
  explicit Records(std::span<const Record> records) : records_(records) {}

  template <class Of>
  Column integers(std::string name, Type type, const Of& of) const {
    return {std::move(name), std::move(type), all<std::int64_t>(of)};
  }
  template <class Of>
  Column reals(std::string name, const Of& of) const {
    return {std::move(name), all<double>(of)};
  }
  template <class Of>
  Column texts(std::string name, const Of& of) const {
    TextsBuilder builder;
    for (const Record& record : records_) builder.append(std::invoke(of, record));
    return {std::move(name), std::move(builder).finish()};
  }
  // `of` says the place in `levels`.
  template <class Of>
  Column category(std::string name, std::span<const std::string_view> levels, const Of& of,
                  bool is_ordered = false) const {
    auto dictionary = std::make_shared<Dictionary>();
    for (const std::string_view level : levels) dictionary->append(level);
    return {std::move(name), type::Category{is_ordered},
            Texts(all<Code>(of), std::move(dictionary))};
  }

 private:
  template <class Value, class Of>
  std::vector<Value> all(const Of& of) const {
    std::vector<Value> values;
    values.reserve(records_.size());
    for (const Record& record : records_)
      values.push_back(static_cast<Value>(std::invoke(of, record)));
    return values;
  }

  std::span<const Record> records_;
};

}  // namespace overhand::simulation
