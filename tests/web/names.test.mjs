// Column names that mean something to a program: figures must draw all the same, on the page and in both reports.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawnFigures, screenshot, withPage } from "./support/browser.mjs";
import { api, ask, finished, overhand, post, startServer, upload } from "./support/server.mjs";

const names = [
  "constructor", "__proto__", "toString", "hasOwnProperty", "a.b", "a[0]", 'say "x"', "it's", "back\\slash", "line\u2028end", "line\u2029end",
  "datum", "null", "if", "<img src=x onerror=alert(1)>", "${1}", "a\tb", "  ", "long ".repeat(60).trim(), "ключ", "🙂",
];

let server;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-names-"));
  server = await startServer();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function table() {
  const [, ...lines] = overhand("simulate", "gaussian", "-n", "300", "-p", String(names.length), "--seed", "1", "-o", "-").toString().trim().split("\n");
  return [names.map((name) => `"${name.replaceAll('"', '""')}"`).join(","), ...lines].join("\n") + "\n";
}

async function masked(request) {
  const { job } = JSON.parse((await post(server, "mask", request)).body);
  const { error } = await finished(server, job);
  assert.equal(error, undefined);
  await post(server, `jobs/${job}/accept-risk`, { reason: "only to draw its figures" });
  return job;
}

test("both reports draw every figure", async () => {
  const opened = await upload(server, "names.csv", table());
  assert.deepEqual(JSON.parse(opened.body).columns.map((column) => column.name), names);
  const job = await masked({ method: "noise" });
  for (const what of ["report", "report-internal"]) {
    const file = path.join(folder, `${what}.html`);
    writeFileSync(file, (await ask(server, { path: api(server, `jobs/${job}/download/${what}`) })).body);
    await withPage({}, async (page) => {
      await page.goto(pathToFileURL(file).href);
      assert.ok((await drawnFigures(page)) >= names.length + 3);
      const titles = await page.locator("#margins h3").evaluateAll((all) => all.map((title) => title.textContent));
      assert.deepEqual(titles, names);
      const labels = await page.locator("#correlations figure").first().locator(".role-axis-label text").evaluateAll((all) => all.map((label) => label.textContent));
      assert.equal(labels.filter((label) => label === "constructor").length, 2, "a name on each axis of the heat map");
      assert.equal(labels.filter((label) => label === "__proto__").length, 2);
      await screenshot(page, `names-${what}`, { fullPage: true });
    });
  }
});

test("the live page lists them, takes roles for them and shows the result", async () => {
  const file = path.join(folder, "names.csv");
  writeFileSync(file, table());
  await withPage({}, async (page) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", file);
    await page.waitForSelector("#step-2:not([hidden])");
    await page.getByLabel("Role of constructor", { exact: true }).selectOption("drop");
    await page.getByLabel("Role of __proto__", { exact: true }).selectOption("keep");
    await page.getByLabel(/Keep __proto__ all the same/).check();
    assert.match(await page.locator(".preview").textContent(), new RegExp(`${names.length - 2} masked, 1 dropped, 1 kept`));
    await page.locator("details.card[data-method=noise] summary").first().click();
    await page.getByRole("button", { name: "Mask with noise", exact: true }).click();
    await page.waitForSelector("#step-5:not([hidden]), .problem:not([hidden])");
    assert.ok(await page.locator(".problem").isHidden(), await page.locator(".problem").textContent());
    await page.locator("#step-4 details.fold").evaluateAll((all) => all.forEach((fold) => (fold.open = true)));
    assert.ok((await drawnFigures(page)) >= names.length);
  });
});
