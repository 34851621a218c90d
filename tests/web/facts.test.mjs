// What an upload is answered with: the facts of each column, and never a value of a cell.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer, upload } from "./support/server.mjs";

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
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 7},${i / 4},${["north", "south", ""][i % 3]},${i % 5 ? i * 3 : ""}`);
  const facts = await factsOf("people.csv", csv("children,pay,region,debt", rows));
  assert.equal(facts.filename, "people.csv");
  assert.equal(facts.rows, 60);
  const shown = facts.columns.map(({ name, type, role, missing, distinct, can_be_masked }) => [name, type, role, missing, distinct, can_be_masked]);
  assert.deepEqual(shown, [
    ["children", "integer", "mask", 0, 7, true],
    ["pay", "real", "mask", 0, 60, true],
    ["region", "category", "keep", 20, 2, false],
    ["debt", "integer", "mask", 12, 48, true],
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
  assert.doesNotMatch(JSON.stringify(facts), /alder|birch|cedar/);
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
  assert.match(answer.body, /bad\.csv, line 3: 1 fields, but the header has 2\./);
});
