#include "overhand/report/ledger_json.h"

#include <gtest/gtest.h>

#include <string>

#include "support/tables.h"

namespace overhand::report {
namespace {

release::Ledger ledger() {
  const random::Key key = random::key_from_seed(5);
  return {key,
          {{"2026-11-16", "cell_rotate, k 24",
            *release::fingerprints_of(testing::normal_table(30, 3, 1), key)},
           {"2026-11-17", "cart", *release::fingerprints_of(testing::normal_table(1, 2, 2), key)}}};
}

std::string with(std::string text, const std::string& before, const std::string& after) {
  const auto place = text.find(before);
  EXPECT_NE(place, std::string::npos) << before;
  return text.replace(place, before.size(), after);
}

TEST(LedgerJson, ComesBackAsItWas) {
  const release::Ledger made = ledger();
  const auto back = ledger_from(ledger_text(made));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->key.bytes(), made.key.bytes());
  ASSERT_EQ(back->entries.size(), 2);
  EXPECT_EQ(back->entries[0].date, "2026-11-16");
  EXPECT_EQ(back->entries[0].setting, "cell_rotate, k 24");
  EXPECT_EQ(back->entries[0].fingerprints.rows, 30);
  EXPECT_EQ(back->entries[0].fingerprints.records, made.entries[0].fingerprints.records);
  EXPECT_EQ(back->entries[0].fingerprints.columns, made.entries[0].fingerprints.columns);
}

TEST(LedgerJson, RefusesWhatIsNoneOrDamaged) {
  const std::string whole = ledger_text(ledger());
  for (const std::string& text :
       {std::string(), std::string("null"), std::string("[]"), std::string("{}"),
        whole.substr(0, whole.size() / 2), with(whole, "overhand", "underhand"),
        with(whole, "\"ledger\":1", "\"ledger\":2"), with(whole, "fingerprint_key", "key"),
        with(whole, "\"rows\":30", "\"rows\":29"), with(whole, "\"rows\":30", "\"rows\":-1"),
        with(whole, "\"records\":[\"", "\"records\":[\"x"),
        with(whole, "\"columns\":[", "\"columns\":[1,"),
        with(whole, "\"date\":\"2026-11-16\"", "\"date\":1"),
        with(whole, "\"releases\":[", "\"releases\":[0,"), std::string(100'000, '[')}) {
    const auto read = ledger_from(text);
    ASSERT_FALSE(read) << text.substr(0, 80);
    EXPECT_EQ(read.error().kind, ErrorKind::invalid_data);
    EXPECT_TRUE(
        read.error().message.starts_with("this is no ledger of releases, or a damaged one"));
  }
}

}  // namespace
}  // namespace overhand::report
