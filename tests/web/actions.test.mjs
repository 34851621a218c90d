// What can be asked of the server, without a browser: each method and option, and what each refusal says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { api, ask, binary, finished, overhand, post, startServer, upload } from "./support/server.mjs";

const table = overhand("simulate", "survey", "-n", "120", "--seed", "1", "-o", "-").toString();
const catalogue = JSON.parse(overhand("methods", "--json"));

let server;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-actions-"));
  writeFileSync(path.join(folder, "people.csv"), table);
  server = await startServer();
  await upload(server, "people.csv", table);
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function outcome(action, request) {
  const { job } = JSON.parse((await post(server, action, request)).body);
  return { job, ...(await finished(server, job)) };
}

// The masked table, whatever the verdict.
async function tableOf(job) {
  await post(server, `jobs/${job}/accept-risk`, { reason: "a test of the server" });
  const answer = await ask(server, { path: api(server, `jobs/${job}/download/masked`) });
  assert.equal(answer.status, 200, answer.body);
  return answer.body;
}

// The command that the page shows, run as a person would.
function asCommandLine(command) {
  execFileSync("bash", ["-c", `${command.replace(/^overhand/, `"${binary}"`)} --quiet`], { cwd: folder, stdio: "ignore" });
  return readFileSync(path.join(folder, "masked.csv"), "utf8");
}

const needsNothing = ({ takes, options }) => takes.numbers && !options.some((option) => option.required);
for (const { name } of catalogue.methods.filter(needsNothing)) {
  test(`${name}: the command that is shown gives the same table`, async () => {
    const { job, result } = await outcome("mask", { method: name, seed: "7" });
    assert.equal(result.key, "seed");
    assert.match(result.command, new RegExp(`^overhand mask people\\.csv -o masked\\.csv --method ${name}\\b`));
    assert.equal(await tableOf(job), asCommandLine(result.command));
  });
}

test("every option can be given as text or as it is", async () => {
  const commands = [];
  for (const percent of ["5", 5]) commands.push((await outcome("mask", { method: "noise", options: { percent }, seed: 1 })).result.command);
  assert.equal(commands[0], commands[1]);
  assert.match(commands[0], /--percent 5\b/);
  const { result } = await outcome("mask", { method: "cell_shuffle", options: { k: 4, repair: false }, seed: 1 });
  assert.match(result.command, /--k 4 .*--repair false|--repair false .*--k 4/);
});

test("an option that is left empty is the default", async () => {
  const { result } = await outcome("mask", { method: "noise", options: { percent: "" }, seed: 1 });
  assert.doesNotMatch(result.command, /--percent/);
});

const refusals = [
  [{ method: "noise", options: { percent: "5000" } }, "percent must be at most 1000, not 5000."],
  [{ method: "noise", options: { percent: "0" } }, "percent must be at least 0.1, not 0."],
  [{ method: "noise", options: { percent: "much" } }, "percent must be a number."],
  [{ method: "mdav", options: { k: "2.5" } }, "k must be a whole number."],
  [{ method: "mdav", options: { k: "121" } }, "k must be at most the number of records, 120, not 121."],
  [{ method: "noise", options: { bins: "3" } }, "noise has no option 'bins'; its options are: percent."],
  [{ method: "rank_swap", options: { partner: "me" } }, "partner must be one of uniform, argus."],
  [{ method: "cell_shuffle", options: { repair: "maybe" } }, "repair must be true or false."],
  [{ method: "ipso", options: { given: "nobody" } }, /In given: There is no column 'nobody'/],
  [{ method: "noise", seed: "-1" }, "seed must be a whole number, zero or more."],
  [{ method: "noise", seed: 1.5 }, "seed must be a whole number, zero or more."],
  [{ method: "noise", key: "zz" }, "The key must be 64 hexadecimal digits."],
  [{ method: "noise", key: "00".repeat(31) }, "The key must be 64 hexadecimal digits."],
  [{ method: 7 }, "method and options must be given as the page gives it."],
  [{ method: "noise", options: [] }, "method and options must be given as the page gives it."],
  [{ columns: { drop: "age" } }, "drop must be given as the page gives it."],
  [{ columns: { keep: [1] } }, "keep must be given as the page gives it."],
  [{ columns: [] }, "columns must be given as the page gives it."],
  [{ columns: { drop: ["age"], keep: ["age"] } }, /Column 'age' is named twice/],
];

for (const [request, sentence] of refusals) {
  test(`refused: ${JSON.stringify(request)}`, async () => {
    const { error, result } = await outcome("mask", request);
    assert.equal(result, undefined);
    if (sentence instanceof RegExp) assert.match(error, sentence);
    else assert.equal(error, sentence);
  });
}

for (const max_risk of [-0.1, 1.1, "0.2", null]) {
  test(`no ceiling: ${JSON.stringify(max_risk)}`, async () => {
    assert.equal((await outcome("tune", { method: "noise", max_risk })).error, "max_risk must be a number from 0 to 1.");
  });
}

for (const marginals of ["free", 1, null]) {
  test(`no values to be given out: ${JSON.stringify(marginals)}`, async () => {
    assert.equal((await outcome("tune", { method: "rank_swap", marginals })).error, "marginals must be exact, smoothed or synthetic.");
  });
}

test("a key of one's own is told as such and masks as a key file does", async () => {
  const key = "0123456789abcdef".repeat(4);
  const { job, result } = await outcome("mask", { method: "cell_rotate", key });
  assert.equal(result.key, "key file");
  assert.ok(!JSON.stringify(result).includes(key), "a key is never shown");
  writeFileSync(path.join(folder, "key"), Buffer.from(key, "hex"), { mode: 0o600 });
  overhandIn(folder, "mask", "people.csv", "-o", "by_key.csv", "--method", "cell_rotate", "--key-file", "key");
  assert.equal(await tableOf(job), readFileSync(path.join(folder, "by_key.csv"), "utf8"));
});

function overhandIn(cwd, ...words) {
  execFileSync(binary, words, { cwd, stdio: "ignore" });
}

test("tuning one method tells the command and what it found", async () => {
  const { result } = await outcome("tune", { method: "rank_swap", max_risk: 0.5 });
  assert.match(result.command, /^overhand tune people\.csv --method rank_swap --max-risk 0\.5 /);
  assert.ok(["usable", "care"].includes(result.level), result.level);
  assert.equal(result.key, "operating system");
});

test("a search with hidden values says so in the command", async () => {
  const { result } = await outcome("tune", { method: "rank_swap", max_risk: 0.5, marginals: "smoothed" });
  assert.match(result.command, / --marginals smoothed/);
  assert.ok(["usable", "care"].includes(result.level), result.level);
});
