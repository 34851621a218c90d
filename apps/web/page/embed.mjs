// node embed.mjs index.html out.cpp: the built page as C++, so that the binary carries it.
import { readFileSync, writeFileSync } from "node:fs";

const [, , page, output] = process.argv;
const text = readFileSync(page, "latin1"); // byte by byte, so that a cut never falls into a character
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
  static constexpr char page[] =
${pieces.join("\n")};
  return {page, sizeof page - 1};
}

}  // namespace overhand::report
`,
  "latin1",
);
