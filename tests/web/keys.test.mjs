// Columns that stay readable: marked as keys among the columns, counted beside them, and held to a k.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { screenshot, withPage } from "./support/browser.mjs";
import { withParts } from "./support/parts.mjs";
import { api, ask, binary, finished, overhand, post, startServer, upload } from "./support/server.mjs";
import { downloaded, maskWith, opened, unlock } from "./support/steps.mjs";

const keys = ["region", "area", "age", "sex"];
let server;
let folder;
let file;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-keys-"));
  file = path.join(folder, "households.csv");
  writeFileSync(file, overhand("simulate", "households", "-n", "600", "--seed", "1", "-o", "-"));
  server = await startServer();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const columns = { drop: ["household", "member", "relation"], keep: keys, weight: "weight" };

async function answered(action, body) {
  const { status, body: text } = await post(server, action, body);
  assert.equal(status, 202, text);
  return finished(server, JSON.parse(text).job);
}

const opensTable = async () => JSON.parse((await upload(server, "households.csv", readFileSync(file))).body);
const told = (...words) => JSON.parse(overhand(...words));

test("the figures over the keys are those of the command line, and costs grow with k", async () => {
  await opensTable();
  const { result, error } = await answered("keys", { columns, sensitive: "education" });
  assert.equal(error, undefined);
  const words = ["--keys", keys.join(), "--weight", "weight", "--sensitive", "education", "--json", "-"];
  assert.deepEqual(result.facts, told("keys", file, ...words));
  assert.deepEqual(result.costs.map(({ k }) => k), Array.from({ length: 19 }, (_, i) => i + 2));
  assert.equal(result.counted, result.facts.rows);
  const cells = result.costs.map((cost) => cost.cells.reduce((sum, one) => sum + one.cells, 0));
  for (let i = 1; i < cells.length; ++i) {
    assert.ok(cells[i] >= cells[i - 1], `cells for k = ${i + 2}`);
    assert.ok(result.costs[i].records >= result.costs[i].below, "who is left out shares with too few");
  }
  assert.equal(result.costs[0].below, result.facts.uniques);
  assert.equal(result.costs[1].below, result.facts.below3);
});

test("what is proposed for the keys is what inspect proposes, and makes them cost less", async () => {
  await opensTable();
  const { result } = await answered("coarsen", { columns, k: 5 });
  assert.ok(result.steps.length > 0 && result.left < result.below, JSON.stringify(result));
  const coarsen = result.steps.map(({ column: name, coarsening }) => ({ name, coarsening }));
  const { result: before } = await answered("keys", { columns });
  const { result: after } = await answered("keys", { columns: { ...columns, coarsen } });
  assert.equal(before.costs[3].below, result.below);
  assert.equal(after.costs[3].below, result.left);
});

for (const [body, sentence] of [
  [{ columns: { ...columns, k: 1 } }, /k/],
  [{ columns: { ...columns, coarsen: [{ name: "age", coarsening: { bands: -1 } }] } }, /coarsen/],
  [{ columns: { ...columns, keys: ["nobody"] } }, /nobody/],
  [{ columns, sensitive: "age" }, /age.*is a key/],
  [{ columns: { drop: [], keep: [] } }, /No key column/],
]) {
  test(`the server says what is wrong with ${JSON.stringify(body).slice(0, 90)}`, async () => {
    await opensTable();
    const { result, error } = await answered("keys", body);
    assert.equal(result, undefined);
    assert.match(error, sentence);
  });
}

test("counting keys over and over leaves the results that can be taken", async () => {
  await opensTable();
  const { body } = await post(server, "mask", { method: "cell_rotate", seed: "3", columns });
  const { job } = JSON.parse(body);
  await finished(server, job);
  for (let i = 0; i < 6; ++i) await answered("keys", { columns });
  assert.equal((await ask(server, { path: api(server, `jobs/${job}`) })).status, 200);
});

const words = (page, selector) => page.locator(selector).innerText();
const counted = (page) => page.locator(".keys-panel .key-figures").waitFor();

async function withKeys(page) {
  await opened(page, server, file);
  for (const name of ["household", "member", "relation"]) await page.getByLabel(`Role of ${name}`).selectOption("drop");
  for (const name of keys) await page.getByLabel(`Role of ${name}`).selectOption("keep");
  await page.getByLabel("Role of weight").selectOption("weight");
  await counted(page);
}

test("a person marks keys, sees who shares them, moves k, takes it with a coarser age, and gets such a table", () =>
  withPage({}, async (page) => {
    await withKeys(page);
    const facts = told("keys", file, "--keys", keys.join(), "--weight", "weight", "--json", "-");
    await page.waitForFunction((n) => document.querySelector(".key-figures").textContent.includes(`${n} of`), String(facts.uniques));
    assert.match(await words(page, ".key-figures"), /share their keys with nobody/);
    assert.equal(await page.locator(".key-picture .class-sizes tbody tr").count(), 8);
    assert.equal(await page.locator(".key-picture tr.below").count(), 2, "k = 3: the bars 1 and 2 are red");
    const before = await words(page, ".cost-words");
    await page.locator("#k").fill("10");
    assert.notEqual(await words(page, ".cost-words"), before);
    assert.match(await words(page, ".cost-words"), /fewer than 10.*cells? .*emptied.*records? left out/s);
    assert.equal(await page.locator(".key-picture tr.below").count(), 5);
    await page.locator("#k").fill("3");
    await page.locator("#k").dispatchEvent("change");
    await page.locator(".proposal [data-coarsen=age]").waitFor();
    await page.locator(".keys-panel").scrollIntoViewIfNeeded();
    await screenshot(page, "keys-panel");
    const cells = async () => Number((await words(page, ".cost-words")).match(/([\d,]+) cells? of/)?.[1].replaceAll(",", "") ?? 0);
    const without = await cells();
    await page.locator(".proposal [data-coarsen=age]").check();
    await page.waitForFunction((n) => Number((document.querySelector(".cost-words").textContent.match(/([\d,]+) cells? of/)?.[1] ?? "0").replaceAll(",", "")) < n, without);
    await page.click("#take-k");
    assert.match(await words(page, ".taken"), /until every record shares its keys with at least 3/);
    const schema = readFileSync((await downloaded(page, "#schema-of-columns")).path, "utf8");
    assert.match(schema, /^k = 3$/m);
    assert.match(schema, /age.*bands = /s);
    await page.locator(".keys-panel").scrollIntoViewIfNeeded();
    await screenshot(page, "keys-taken");
    await maskWith(page, "cell_rotate");
    await unlock(page, "a test of the page");
    const masked = path.join(folder, "taken.csv");
    writeFileSync(masked, readFileSync((await downloaded(page, "#download-masked")).path));
    assert.ok(told("keys", masked, "--keys", keys.join(), "--json", "-").smallest >= 3);
    assert.match(await words(page, "#step-4"), /Who shares the keys/);
    await page.locator("#k").fill("5");
    await page.click("#take-k");
    assert.ok(await page.locator("#step-4 .stale-notice").isVisible(), "what was made with another k is out of date");
  }));

test("the command that is shown holds the table to the same k", async () => {
  await opensTable();
  const { body } = await post(server, "mask", { method: "cell_rotate", seed: "3", columns: { ...columns, keys: ["area", "sex"], k: 4 } });
  const { job } = JSON.parse(body);
  const { result, error } = await finished(server, job);
  assert.equal(error, undefined);
  assert.ok(result.command.includes("--keys area,sex --suppress 4"), result.command);
  execFileSync("bash", ["-c", `${result.command.replace(/^overhand/, `"${binary}"`)} --quiet`], { cwd: folder, stdio: "ignore" });
  await post(server, `jobs/${job}/accept-risk`, { reason: "a test of the server" });
  assert.equal((await ask(server, { path: api(server, `jobs/${job}/download/masked`) })).body, readFileSync(path.join(folder, "masked.csv"), "utf8"));
});

test("keys that are unmarked are not counted, and without keys there is no panel", () =>
  withPage({}, async (page) => {
    await withKeys(page);
    await page.getByLabel("age is a key").uncheck();
    const facts = told("keys", file, "--keys", "region,area,sex", "--json", "-");
    await page.waitForFunction((n) => document.querySelector(".key-figures").textContent.startsWith(`${n} of`), String(facts.uniques));
    for (const name of ["region", "area", "sex"]) await page.getByLabel(`${name} is a key`).uncheck();
    await page.locator(".keys-panel").waitFor({ state: "hidden" });
  }));

test("the panel fits a narrow window", () =>
  withPage({ viewport: { width: 360, height: 800 } }, async (page) => {
    await withKeys(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.locator(".keys-panel").scrollIntoViewIfNeeded();
    await page.locator(".keys-panel").screenshot({ path: path.join(path.dirname(binary), "screenshots", "keys-narrow.png") });
  }));

const bar = (from, to, records) => ({ from, to, words: from === to ? `${from}` : `${from} to ${to}`, records });

test("of the bar in which k lies only the records below it are red", () =>
  withParts(async (page) => {
    const widths = await page.evaluate((sizes) => {
      document.body.append(parts.keys.classBars({ sizes }, 7, 13));
      return [...document.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("span")].map((span) => span.style.width));
    }, [bar(1, 1, 10), bar(5, 9, 20), bar(10, 19, 0)]);
    assert.deepEqual(widths, [["max(2px, 50%)", "0px"], ["max(2px, 15%)", "max(2px, 85%)"], ["0px", "0px"]]);
  }));

test("a sample is called one", () =>
  withParts(async (page) => {
    const text = await page.evaluate(() => {
      const cost = { k: 3, below: 40, cells: [{ column: "age", cells: 7 }], records: 6 };
      return parts.keys.costView({ facts: { rows: 9000 }, costs: [cost], counted: 500, problem: null }, cost).textContent;
    });
    assert.match(text, /40 of 9,000 records.*7 cells of 500.*6 records left out.*random sample of 500 of 9,000/s);
  }));
