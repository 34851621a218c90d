// consumer in.csv out.csv: masks a table with the installed library.
#include <iostream>

#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/masking/methods.h"

int main(int, char** arguments) {
  const auto fail = [](const overhand::Error& error) {
    std::cerr << error.message << "\n";
    return 1;
  };
  const auto original = overhand::io::read_table(arguments[1]);
  if (!original) return fail(original.error());
  const auto key = overhand::random::fresh_key();
  if (!key) return fail(key.error());
  const auto method = overhand::masking::find_method(overhand::masking::default_method);
  const auto masked = overhand::masking::mask(**method, *original, {}, {*key, {}});
  if (!masked) return fail(masked.error());
  const auto written = overhand::io::write_table(masked->table, arguments[2]);
  return written ? 0 : fail(written.error());
}
