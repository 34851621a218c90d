// The page as a person uses it, in a real browser against `overhand serve`.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawnFigures, screenshot, withPage } from "./support/browser.mjs";
import { overhand, startServer } from "./support/server.mjs";
import { cardOf, downloaded, maskWith, opened, people, unlock } from "./support/steps.mjs";

let server;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-live-"));
  server = await startServer();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("open, choose roles, mask with a seed, download: the same bytes as the command line", async () => {
  const file = people(folder, 500);
  await withPage({}, async (page) => {
    await page.goto(server.address);
    await screenshot(page, "page-open");
    await opened(page, server, file);
    assert.equal(await page.getByLabel("Role of name").inputValue(), "drop");
    assert.match(await page.locator(".columns tr", { hasText: "name" }).textContent(), /looks like an identifier/);
    await page.getByLabel("Role of region").selectOption("keep");
    assert.match(await page.locator(".preview").textContent(), /people\.csv: 500 records, 8 columns \(6 masked, 1 dropped, 1 kept\)/);
    await screenshot(page, "page-columns", { fullPage: true });
    const card = await cardOf(page, "sjppds");
    await card.getByLabel("bins", { exact: true }).fill("30");
    await card.getByText("For experiments").click();
    await card.getByLabel("seed", { exact: true }).fill("7");
    await card.getByRole("button", { name: "Mask with sjppds" }).click();
    await page.waitForSelector("#step-5:not([hidden])");
    assert.match(await page.locator("#step-5 .warning").first().textContent(), /Do not release/);
    await unlock(page, "to compare it with the command line");
    const command = await page.locator("#step-5 code").textContent();
    await screenshot(page, "page-masked", { fullPage: true });

    const masked = await downloaded(page, "#download-masked");
    assert.equal(masked.name, "masked.csv");
    const words = command.split(" ").slice(1).map((word) => ({ "people.csv": file, "masked.csv": path.join(folder, "cli.csv") })[word] ?? word);
    overhand(...words);
    assert.deepEqual(readFileSync(masked.path), readFileSync(path.join(folder, "cli.csv")));
    assert.ok(words.includes("--seed") && words.includes("7"));

  });
});

test("the sample and a fresh key: differs each time", async () => {
  await withPage({}, async (page) => {
    const tables = [];
    for (let i = 0; i < 2; ++i) {
      await page.goto(server.address); // afresh: the steps of the first round would satisfy every wait
      await page.getByRole("button", { name: "Try a simulated hospital" }).click();
      await page.waitForSelector("#step-2:not([hidden])");
      await maskWith(page, "cell_rotate");
      tables.push(readFileSync((await downloaded(page, "#download-masked")).path, "utf8"));
    }
    assert.notEqual(tables[0], tables[1]);
  });
});

test("a wrong file shows the library's sentence, and another can be opened after it", async () => {
  const wrong = path.join(folder, "wrong.csv");
  writeFileSync(wrong, "a,b\n1,2\n3\n");
  await withPage({}, async (page, watch) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", wrong);
    await page.waitForSelector(".problem:not([hidden])");
    assert.equal(await page.locator(".problem p").textContent(), "wrong.csv, line 3: 1 field, but the header has 2; a field with a line break in it needs quotes.");
    assert.ok(await page.locator("#step-2").isHidden());
    await screenshot(page, "page-wrong-file");
    await opened(page, server, people(folder, 50));
    assert.ok(await page.locator(".problem").isHidden());
    // Chromium itself logs the answer 422; nothing else may be there.
    watch.errors = watch.errors.filter((error) => !/status of 422/.test(error));
  });
});

test("a first line that looks like a record: the page asks which it is", async () => {
  const file = path.join(folder, "bare.csv");
  const [, ...lines] = overhand("simulate", "survey", "-n", "50", "--seed", "1", "-o", "-").toString().trim().split("\n");
  writeFileSync(file, lines.join("\n") + "\n");
  await withPage({}, async (page, watch) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", file);
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator(".problem p").textContent(), /bare\.csv: the first line looks like a record.*say that the first line is a record/);
    await screenshot(page, "page-first-line");
    await page.locator(".problem").getByRole("button", { name: "The first line is a record" }).click();
    await page.waitForSelector("#step-2:not([hidden])");
    assert.ok(await page.locator(".problem").isHidden());
    assert.match(await page.locator(".preview").textContent(), /50 records/);
    assert.equal(await page.getByLabel("First line").inputValue(), "absent");
    await maskWith(page, "noise");
    assert.match(await page.locator("#step-5 code").textContent(), /--no-header/);
    watch.errors = watch.errors.filter((error) => !/status of 422/.test(error)); // Chromium's own
  });
});

test("a wrong option shows the library's sentence", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people(folder, 50));
    const card = await cardOf(page, "sjppds");
    await card.locator("#sjppds-bins").fill("0");
    await card.getByRole("button", { name: "Mask with sjppds" }).click();
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator(".problem").textContent(), /bins must be at least 1/);
  });
});

test("cancel stops a long masking and leads back to the choice", async () => {
  const file = path.join(folder, "large.csv");
  overhand("simulate", "gaussian", "-n", "400000", "-p", "10", "--seed", "1", "-o", file);
  await withPage({}, async (page) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", file);
    await page.waitForSelector("#step-2:not([hidden])", { timeout: 60000 });
    await (await cardOf(page, "sjppds")).getByRole("button", { name: "Mask with sjppds" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector(".problem:not([hidden])");
    assert.equal(await page.locator(".problem p").textContent(), "Stopped before the end.");
    assert.ok(await page.locator("#step-4").isHidden());
  });
});

test("find the best masking: progress, a map, a table to take", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people(folder, 300));
    await page.getByRole("button", { name: "Find the best masking" }).click();
    await page.waitForSelector("progress");
    await page.waitForSelector("#step-5:not([hidden])", { timeout: 120000 });
    await page.waitForSelector("#step-4 .verdict");
    await page.waitForSelector("#step-4 svg.marks, #step-4 canvas.marks");
    assert.match(await page.locator("#step-5 code").textContent(), /^overhand compare people\.csv --max-risk/);
    const masked = readFileSync((await downloaded(page, "#download-masked")).path, "utf8");
    assert.equal(masked.trim().split("\n").length, 301);
    await screenshot(page, "page-compared", { fullPage: true });
    await page.locator("#step-4").evaluate((step) => step.scrollIntoView());
    await screenshot(page, "readme-page");
    const report = path.join(folder, "compared.html");
    writeFileSync(report, readFileSync((await downloaded(page, "#download-report")).path));
    await page.goto(pathToFileURL(report).href);
    await page.waitForSelector("#map svg.marks, #map canvas.marks");
    await screenshot(page, "readme-report");
    await page.locator("figure#map .mark-symbol path, #map figure .mark-symbol path").first().click({ force: true });
    assert.match(await page.locator(".picked dl").first().textContent(), /setting.*loss/);
    await drawnFigures(page);
    await screenshot(page, "report-compared", { fullPage: true });
  });
});

test("tuning can be stopped and keeps what it found", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people(folder, 20000));
    await page.getByRole("button", { name: "Find the best masking" }).click();
    await page.waitForSelector("#step-4 .found", { timeout: 150000 });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator("#step-4").textContent(), /found before the end/);
    await page.locator("#step-4 .found summary").click();
    await page.waitForSelector("#step-4 .found tbody tr");
    assert.ok(await page.locator("#step-5").isHidden());
    assert.equal(await page.locator(".problem p").textContent(), "Stopped before the end.");
  });
});

test("works by keyboard and fits a phone", async () => {
  await withPage({ viewport: { width: 375, height: 740 }, colorScheme: "dark" }, async (page) => {
    await page.goto(server.address);
    await page.getByRole("button", { name: "Try a simulated hospital" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#step-2:not([hidden])");
    const card = page.locator("details.card[data-method=cell_rotate]");
    await card.locator("summary").first().press("Enter");
    await card.getByRole("button", { name: "Mask with cell_rotate" }).press("Enter");
    await page.waitForSelector("#step-5:not([hidden])");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await screenshot(page, "page-phone", { fullPage: true });
  });
});

test("1,000 columns", async () => {
  const file = path.join(folder, "wide.csv");
  overhand("simulate", "gaussian", "-n", "20", "-p", "1000", "--seed", "1", "-o", file);
  await withPage({}, async (page) => {
    await opened(page, server, file);
    assert.equal(await page.locator(".columns tbody tr").count(), 100);
    await page.getByRole("button", { name: "Show all 1,000 columns" }).click();
    assert.equal(await page.locator(".columns tbody tr").count(), 1000);
  });
});
