// What an upload is answered with: the facts of each column, without a value of a cell, and the first records.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { finished, post, startServer, upload } from "./support/server.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

async function factsOf(name, text) {
  const answer = await upload(server, name, text);
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body);
}

const column = (facts, name) => facts.columns.find((one) => one.name === name);
const csv = (header, rows) => [header, ...rows].join("\n") + "\n";
const sum = (counts) => counts.reduce((all, count) => all + count, 0);

test("types, missing and distinct values of each column", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 7},${i / 4},${["north", "south", ""][i % 3]},${i % 5 ? i * i : ""}`);
  const facts = await factsOf("people.csv", csv("children,pay,region,debt", rows));
  assert.equal(facts.filename, "people.csv");
  assert.equal(facts.rows, 60);
  const shown = facts.columns.map(({ name, found, type, role, missing, distinct }) => [name, found, type, role, missing, distinct]);
  assert.deepEqual(shown, [
    ["children", "integer", "integer", "mask", 0, 7],
    ["pay", "real", "real", "mask", 0, 60],
    ["region", "category", "category", "mask", 20, 2],
    ["debt", "integer", "integer", "mask", 12, 48],
  ]);
  assert.ok(facts.columns.every((one) => one.why.endsWith(".")));
});

test("a histogram counts every value that is there", async () => {
  const values = Array.from({ length: 200 }, (_, i) => i * 0.5);
  const facts = await factsOf("x.csv", csv("even,flat,gap", values.map((value, i) => `${value},7,${i < 100 ? 0.5 : 100}`)));
  assert.deepEqual(column(facts, "even").histogram, Array(20).fill(10));
  assert.deepEqual(column(facts, "flat").histogram, [200, ...Array(19).fill(0)]);
  assert.deepEqual(column(facts, "gap").histogram, [100, ...Array(18).fill(0), 100]);
});

test("missing values are in no bar, and a column without values has none", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i % 2 ? "" : i},NA,${i}.5`);
  const facts = await factsOf("x.csv", csv("half,none,all", rows));
  assert.equal(sum(column(facts, "half").histogram), 20);
  assert.deepEqual(column(facts, "none").histogram, []);
  assert.equal(column(facts, "none").missing, 40);
  assert.equal(sum(column(facts, "all").histogram), 40);
});

test("text shows how often its commonest values are there, and not which", async () => {
  const words = ["alder", "birch", "cedar"];
  const rows = Array.from({ length: 60 }, (_, i) => `${words[i % 6 ? (i % 3 ? 0 : 1) : 2]},${i}.5,${i % 9}`);
  const facts = await factsOf("x.csv", csv("tree,a,b", rows));
  assert.deepEqual(column(facts, "tree").histogram, [40, 10, 10]);
  const many = Array.from({ length: 50 }, (_, i) => `w${i},${i}.5,${i}.25`);
  assert.deepEqual(column(await factsOf("y.csv", csv("word,a,b", many)), "word").histogram, Array(20).fill(1));
  assert.doesNotMatch(JSON.stringify(facts.columns), /alder|birch|cedar/);
});

test("what looks like an identifier: nearly unique text and numbers without a gap, not measurements", async () => {
  const rows = Array.from({ length: 50 }, (_, i) => `person ${i},${1000 + i},${Math.sin(i)},${i % 4},town ${i % 5}`);
  const facts = await factsOf("x.csv", csv("name,number,height,class,town", rows));
  const marked = facts.columns.filter((one) => one.looks_like_identifier).map((one) => one.name);
  assert.deepEqual(marked, ["name", "number"]);
});

test("names of columns come back as they are", async () => {
  const header = '"last, first","say ""x""",größe';
  const facts = await factsOf("x.csv", csv(header, ["1,2.5,3", "4,5.5,6"]));
  assert.deepEqual(facts.columns.map((one) => one.name), ["last, first", 'say "x"', "größe"]);
});

test("a table that cannot be read is told in a sentence with its own name", async () => {
  const answer = await upload(server, "bad.csv", "a,b\n1,2\n3\n");
  assert.equal(answer.status, 422);
  assert.match(answer.body, /bad\.csv, line 3: 1 field, but the header has 2; /);
});

test("the first records come along as they are read, with gaps as gaps", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i},${i % 2 ? "" : "north"},${i}.50`);
  const { preview } = await factsOf("x.csv", csv("a,region,b", rows));
  assert.deepEqual(preview.columns, ["a", "region", "b"]);
  assert.equal(preview.rows.length, 8);
  assert.deepEqual(preview.rows.slice(0, 2), [["0", "north", "0.5"], ["1", null, "1.5"]]);
  const wide = await factsOf("wide.csv", csv(Array.from({ length: 60 }, (_, i) => `x${i}`).join(","), [Array(60).fill(1).join(","), Array(60).fill(2).join(",")]));
  assert.deepEqual([wide.preview.columns.length, wide.preview.rows[0].length, wide.columns.length], [40, 40, 60]);
});

test("a file that was opened can be read in another way", async () => {
  await factsOf("x.csv", "a,b\n1,2\n3,4\n5,6\n");
  const answer = await post(server, "reading", { header: "absent" });
  assert.equal(answer.status, 200, answer.body);
  const facts = JSON.parse(answer.body);
  assert.deepEqual([facts.rows, facts.columns.map((one) => one.name), facts.reading.header], [4, ["column1", "column2"], "absent"]);
  const refusal = await upload(server, "bare.csv", "1,2\n3,4\n5,6\n");
  assert.equal(refusal.status, 422);
  const asked = JSON.parse(refusal.body);
  assert.deepEqual([asked.filename, asked.kind, asked.reading.header], ["bare.csv", "text", ""]);
  assert.deepEqual(asked.choices.map(({ reading }) => reading), [{ header: "absent" }, { header: "present" }]);
  assert.equal((await post(server, "mask", {})).status, 409, "a file that is not read yet is no open table");
  assert.equal(JSON.parse((await post(server, "reading", asked.choices[0].reading)).body).rows, 3);
});

test("numbers that can be read in two ways are asked about, and each answer can be given", async () => {
  const refusal = await upload(server, "two.csv", "a;b\n1,234;5,678\n2,345;6,789\n3,456;7,890\n");
  assert.equal(refusal.status, 422);
  const { error, choices } = JSON.parse(refusal.body);
  assert.match(error, /^two\.csv, line 2: .*say that the decimal sign is a point, or say that the decimal sign is a comma\.$/);
  assert.deepEqual(choices, [
    { words: "Decimals have points", reading: { decimal: "." } },
    { words: "Decimals have commas", reading: { decimal: "," } },
  ]);
  const firstCells = [];
  for (const { reading } of choices) firstCells.push(JSON.parse((await post(server, "reading", reading)).body).preview.rows[0][0]);
  assert.deepEqual(firstCells, ["1234", "1.234"]);
});

test("an identifier is masked only by name", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${1 + i},${i % 7},${(i * 5) % 11}.5`);
  await factsOf("x.csv", csv("id,children,pay", rows));
  const outcome = async (columns) => finished(server, JSON.parse((await post(server, "mask", { method: "noise", columns })).body).job);
  assert.match((await outcome({})).error, /^x\.csv: Column 'id' looks like an identifier.*set the role of id to drop, or set it to mask/);
  assert.match((await outcome({ mask: ["id", "children", "pay"] })).result.command, /--columns id,children,pay/);
});

for (const reading of [{ header: "maybe" }, { delimiter: "x" }, { delimiter: ";;" }, { decimal: ";" }, { encoding: "ebcdic" }, { sheet: 1 }, { header: null }]) {
  test(`no reading: ${JSON.stringify(reading)}`, async () => {
    await factsOf("x.csv", "a,b\n1,2\n3,4\n");
    const answer = await post(server, "reading", reading);
    assert.deepEqual([answer.status, JSON.parse(answer.body).error], [400, `${Object.keys(reading)[0]} must be given as the page gives it.`]);
  });
}
