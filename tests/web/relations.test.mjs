// Units, strata, weights, sums and rules on the page: said among the columns, found beside them, told in the result.
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

let server;
let folder;
let file;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-relations-"));
  file = path.join(folder, "households.csv");
  const [head, ...lines] = overhand("simulate", "households", "-n", "600", "--seed", "1", "-o", "-").toString().trim().split("\n");
  const fields = head.split(",");
  // wages and other make the total
  const rows = lines.map((line, i) => [...line.split(","), 100 + 10 * ((i * 37) % 97), 5 * ((i * 11) % 53)]).map((cells) => [...cells, cells.at(-1) + cells.at(-2)].join(","));
  writeFileSync(file, [`${fields.join(",")},wages,other,total`, ...rows].join("\n") + "\n");
  server = await startServer();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const roles = { drop: ["member", "region", "relation"], keep: [], unit: "household", within: ["area"], weight: "weight", order: "age", drop_rare: true };

async function masked(columns) {
  await upload(server, "households.csv", readFileSync(file));
  const { job } = JSON.parse((await post(server, "mask", { method: "cell_rotate", seed: "3", columns })).body);
  return { job, ...(await finished(server, job)) };
}

test("the facts have the sums and orders that hold in every record", async () => {
  const facts = JSON.parse((await upload(server, "households.csv", readFileSync(file))).body);
  assert.deepEqual(facts.identities, ["total = wages + other"]);
  assert.ok(facts.rules.includes("member <= size") || facts.rules.includes("wages <= total"), facts.rules.join());
});

test("the command that is shown says units, strata, weights and rules, and gives the same table", async () => {
  const { job, result, error } = await masked({ ...roles, rules: ["wages <= total"] });
  assert.equal(error, undefined);
  for (const words of ["--unit household", "--order age", "--within area", "--weight weight", "--rule 'wages <= total'", "--rare drop"]) {
    assert.ok(result.command.includes(words), `${words} in ${result.command}`);
  }
  execFileSync("bash", ["-c", `${result.command.replace(/^overhand/, `"${binary}"`)} --quiet`], { cwd: folder, stdio: "ignore" });
  await post(server, `jobs/${job}/accept-risk`, { reason: "a test of the server" });
  const table = readFileSync(path.join(folder, "masked.csv"), "utf8");
  assert.equal((await ask(server, { path: api(server, `jobs/${job}/download/masked`) })).body, table);
  const lines = table.trim().split("\n").map((line) => line.split(","));
  const at = (name) => lines[0].indexOf(name);
  assert.ok(lines.slice(1).every((cells) => Number(cells[at("wages")]) + Number(cells[at("other")]) === Number(cells[at("total")])));
});

for (const [said, sentence] of [
  [{ rules: ["total <= wages"] }, /^households\.csv.*total <= wages/],
  [{ rules: ["total ~ wages"] }, /total ~ wages/],
  [{ derive: ["total = wages"] }, /total/],
  [{ weight: "sex" }, /sex/],
  [{ unit: "household", drop_rare: false }, /tick under Relations that they are left out\.$/],
  [{ unit: 7 }, /^unit must be given as the page gives it\.$/],
  [{ rules: "a < b" }, /^rules must be given as the page gives it\.$/],
  [{ drop_rare: "yes" }, /^drop_rare must be given as the page gives it\.$/],
]) {
  test(`a sentence on ${JSON.stringify(said)}`, async () => {
    const columns = { drop: ["household", "member", "region", "relation"], keep: [], ...said };
    if (said.unit) columns.drop = columns.drop.slice(1);
    const { error } = await masked(columns);
    assert.match(error ?? "", sentence);
  });
}

test("a role that one column has is taken from the one before, and what is typed goes along", () =>
  withParts(async (page) => {
    const column = (name, role = "mask") => ({ name, role, found: "integer", type: "integer", why: "Because.", missing: 0, distinct: 5, histogram: [1], looks_like_identifier: false });
    const table = { filename: "people.csv", rows: 100, columns: [column("hh", "drop"), column("firm"), column("area"), column("w")], identities: ["t = a + b"], rules: ["a <= t"], preview: { columns: [], rows: [] } };
    await page.evaluate((of) => {
      window.choice = parts.columns.choiceOf(of);
      document.body.append(parts.columns.columnsStep(of, window.choice, () => {}, () => {}));
    }, table);
    const asked = () => page.evaluate(() => parts.columns.requestOf(window.choice));
    assert.deepEqual(await page.locator(".relations .found code").allTextContents(), ["t = a + b", "a <= t"]);
    assert.ok(await page.getByLabel("Rows of a unit in the order of").isHidden());
    await page.getByLabel("Role of hh").selectOption("unit");
    await page.getByLabel("Role of firm").selectOption("unit");
    assert.equal(await page.getByLabel("Role of hh").inputValue(), "drop");
    await page.getByLabel("Role of area").selectOption("stratum");
    await page.getByLabel("Role of w").selectOption("weight");
    await page.getByLabel("Rows of a unit in the order of").selectOption("w");
    await page.getByLabel("Leave out units").check();
    await page.getByLabel("Computed from others").fill(" c = a * 2 \n\n d = a ");
    await page.getByLabel("Rules that every record obeys").fill("a <= c");
    assert.deepEqual(await asked(), {
      drop: ["hh"], keep: [], unit: "firm", within: ["area"], weight: "w", derive: ["c = a * 2", "d = a"], rules: ["a <= c"], order: "w", drop_rare: true,
    });
    await page.getByLabel("Role of firm").selectOption("keep");
    assert.ok(await page.getByLabel("Rows of a unit in the order of").isHidden());
    assert.deepEqual(await asked(), { drop: ["hh"], keep: ["firm"], within: ["area"], weight: "w", derive: ["c = a * 2", "d = a"], rules: ["a <= c"] });
  }));

test("a person masks households as units, within areas, with weights and a rule, and reads it in the result", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, file);
    assert.deepEqual(await page.locator(".relations .found code").first().textContent(), "total = wages + other");
    await page.getByLabel("Role of household").selectOption("unit");
    await page.getByLabel("Role of area").selectOption("stratum");
    await page.getByLabel("Role of weight").selectOption("weight");
    for (const name of ["member", "region", "relation"]) await page.getByLabel(`Role of ${name}`).selectOption("drop");
    await page.getByLabel("Rules that every record obeys").fill("wages <= total");
    await page.getByLabel("Rows of a unit in the order of").selectOption("age");
    await page.getByLabel("Leave out units").check();
    assert.match(await page.locator(".preview").textContent(), /1 for units, 1 for strata, 1 for weights/);
    await page.locator(".relations").scrollIntoViewIfNeeded();
    await screenshot(page, "page-relations");
    await maskWith(page, "cell_rotate");
    const look = await page.locator("#step-4").textContent();
    assert.match(look, /units \(\d+ of 100\)/);
    assert.match(look, /Weighted by weight/);
    for (const said of ["masked as one", "members in the order of", "masked by itself", "weighted by", "computed after masking", "rule"]) {
      assert.ok((await page.locator("#step-4 dt", { hasText: said }).count()) > 0, said);
    }
    assert.match(look, /records are left out, with/);
    await screenshot(page, "page-units", { fullPage: true });
    if (await page.locator("#unlock").count()) await unlock(page, "to look at the households");
    const [head, ...lines] = readFileSync((await downloaded(page, "#download-masked")).path, "utf8").trim().split("\n");
    assert.ok(head.split(",").includes("household") && lines.length > 200);
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator(".relations").scrollIntoViewIfNeeded();
    await screenshot(page, "page-relations-narrow");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing is wider than the page");
  });
});
