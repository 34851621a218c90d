// node embed.mjs index.html out.cpp: the built page as C++, so that the binary carries it.
import { readFileSync, writeFileSync } from "node:fs";

const [, , page, output] = process.argv;
const text = readFileSync(page, "utf8");
if (text.includes(')page"')) throw new Error("the page contains the end mark of the literal");

const pieceLength = 8000; // compilers limit one literal, not their concatenation
const pieces = [];
for (let at = 0; at < text.length; at += pieceLength) {
  pieces.push(`R"page(${text.slice(at, at + pieceLength)})page"`);
}
writeFileSync(
  output,
  `#include "overhand/report/html.h"

namespace overhand::report {

std::string_view page_template() {
  static constexpr std::string_view page =
${pieces.join("\n")};
  return page;
}

}  // namespace overhand::report
`,
);
