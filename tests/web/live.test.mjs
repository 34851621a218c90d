// The page as a person uses it, in a real browser against `overhand serve`.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawnFigures, screenshot, withPage } from "./support/browser.mjs";
import { finished, overhand, post, startServer } from "./support/server.mjs";

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

// A survey with a name, which looks like an identifier, and a region, which does not.
function people(rows) {
  const file = path.join(folder, "people.csv");
  const [head, ...lines] = overhand("simulate", "survey", "-n", String(rows), "--seed", "1", "-o", "-").toString().trim().split("\n");
  writeFileSync(file, [`name,region,${head}`, ...lines.map((line, i) => `person ${i},${i % 2 ? "north" : "south"},${line}`)].join("\n") + "\n");
  return file;
}

async function opened(page, file) {
  await page.goto(server.address);
  await page.setInputFiles("#file", file);
  await page.waitForSelector("#step-2:not([hidden])");
}

// Opens the card of a method, if need be, and gives it.
async function cardOf(page, method) {
  const card = page.locator(`details.card[data-method=${method}]`);
  if ((await card.getAttribute("open")) === null) await card.locator("summary").first().click();
  return card;
}

async function maskWith(page, method) {
  await (await cardOf(page, method)).getByRole("button", { name: `Mask with ${method}` }).click();
  await page.waitForSelector("#step-5:not([hidden])");
}

async function unlock(page, reason) {
  await page.locator("#reason").fill(reason);
  await page.click("#unlock");
  await page.waitForSelector("#download-masked");
}

const isInView = (page, selector) =>
  page.locator(selector).evaluate((node) => {
    const box = node.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= window.innerHeight && node.contains(document.elementFromPoint(box.left + 5, box.top + box.height / 2));
  });

async function downloaded(page, id) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

test("open, choose roles, mask with a seed, download: the same bytes as the command line", async () => {
  const file = people(500);
  await withPage({}, async (page) => {
    await page.goto(server.address);
    await screenshot(page, "page-open");
    await opened(page, file);
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

test("two reports, each under its own name", async () => {
  await withPage({}, async (page) => {
    await opened(page, people(500));
    await maskWith(page, "cell_rotate");
    const reports = [
      ["#download-report", "Report to pass on", "report.html", /^Report to pass on/],
      ["#download-report-internal", "Internal report: for the owner of the data only", "report-internal.html", /^Internal report: for the owner of the data only/],
    ];
    const files = [];
    for (const [id, words, name, audience] of reports) {
      assert.equal(await page.locator(id).textContent(), words);
      const report = await downloaded(page, id);
      assert.equal(report.name, name);
      files.push([path.join(folder, name), audience]);
      writeFileSync(files.at(-1)[0], readFileSync(report.path));
    }
    for (const [file, audience] of files) {
      await page.goto(pathToFileURL(file).href);
      assert.match(await page.locator("h1").textContent(), /people\.csv, masked by cell_rotate/);
      assert.match(await page.locator(".audience").textContent(), audience);
      assert.match(await page.locator("header").textContent(), /people\.csv, \d{4}-\d\d-\d\d/);
      assert.match(await page.locator(".sign-off").textContent(), /Name.*Date.*Signature/);
      await drawnFigures(page);
      await screenshot(page, path.basename(file, ".html"), { fullPage: true });
    }
  });
});

test("a result that is not usable is locked until somebody says why", async () => {
  await withPage({}, async (page) => {
    await opened(page, people(500));
    await maskWith(page, "sjppds");
    assert.match(await page.locator("#step-4 .verdict").textContent(), /Not safe to share/);
    assert.equal(await page.locator("[id^=download-]").count(), 0);
    await page.locator("#locked").scrollIntoViewIfNeeded();
    await screenshot(page, "page-locked");
    await page.locator("#reason").fill("because");
    assert.ok(await page.locator("#unlock").isDisabled());
    await unlock(page, "the auditors asked for it");
    await downloaded(page, "#download-masked");
    const report = readFileSync((await downloaded(page, "#download-report")).path, "utf8");
    assert.ok(report.includes("the auditors asked for it"));
  });
});

test("a result is out of date once a role, an option or the method is changed", async () => {
  await withPage({}, async (page) => {
    await opened(page, people(500));
    await maskWith(page, "cell_rotate");
    const notices = page.locator(".stale-notice:visible");
    const isOutOfDate = async (expected, why) => {
      assert.equal(await notices.count(), expected ? 2 : 0, why);
      for (const what of ["masked", "report", "report-internal"]) assert.equal(await page.locator(`#download-${what}`).isDisabled(), expected, why);
    };
    await isOutOfDate(false, "fresh");
    await page.getByLabel("Role of region").selectOption("keep");
    await isOutOfDate(true, "a role");
    await screenshot(page, "page-stale", { fullPage: true });
    await page.getByLabel("Role of region").selectOption("drop");
    await isOutOfDate(false, "the role as it was");
    const card = await cardOf(page, "cell_rotate");
    const k = await card.locator("input[name=k]").inputValue();
    await card.locator("input[name=k]").fill("31");
    await isOutOfDate(true, "an option");
    await card.locator("input[name=k]").fill(k);
    await isOutOfDate(false, "the option as it was");
    await cardOf(page, "noise");
    await page.waitForSelector(".stale-notice");
    await isOutOfDate(true, "another method");
    await cardOf(page, "cell_rotate");
    await page.waitForSelector(".stale-notice", { state: "detached" });
    await page.locator("#ceiling").fill("0");
    await isOutOfDate(true, "the ceiling");
    await maskWith(page, "cell_rotate");
    await page.waitForSelector(".stale-notice", { state: "detached" });
    await isOutOfDate(false, "run again");
  });
});

test("errors and progress stay in view, and errors have the focus", async () => {
  await withPage({ viewport: { width: 800, height: 500 } }, async (page) => {
    await opened(page, people(2000));
    const card = await cardOf(page, "sjppds");
    await card.locator("input[name=bins]").fill("0");
    await card.getByRole("button", { name: "Mask with sjppds" }).click();
    await page.waitForSelector(".problem:not([hidden])");
    assert.ok(await isInView(page, ".problem"));
    assert.ok(await page.locator(".problem").evaluate((node) => node === document.activeElement));
    await screenshot(page, "page-problem");
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    assert.ok(await isInView(page, ".problem"));
    await page.locator(".problem").getByRole("button", { name: "Close" }).click();
    assert.ok(await page.locator(".problem").isHidden());
    await page.getByRole("button", { name: "Find the best masking" }).click();
    await page.waitForSelector(".progress");
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    assert.ok(await isInView(page, ".bar progress"));
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    assert.ok(await isInView(page, ".bar progress"));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector(".problem:not([hidden])");
  });
});

test("a result that is no longer kept says so", async () => {
  await withPage({}, async (page, watch) => {
    await opened(page, people(500));
    await maskWith(page, "cell_rotate");
    for (let i = 0; i < 4; ++i) {
      const { job } = JSON.parse((await post(server, "mask", { method: "noise", columns: { drop: ["name", "region"] } })).body);
      await finished(server, job);
    }
    await page.click("#download-masked");
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator(".problem p").textContent(), /This result is gone: the last 4 are kept/);
    watch.errors = watch.errors.filter((error) => !/status of 410/.test(error)); // Chromium's own
  });
});

test("the sample and a fresh key: may be released, and differs each time", async () => {
  await withPage({}, async (page) => {
    const tables = [];
    for (let i = 0; i < 2; ++i) {
      await page.goto(server.address); // afresh: the steps of the first round would satisfy every wait
      await page.getByRole("button", { name: "Try a simulated survey" }).click();
      await page.waitForSelector("#step-2:not([hidden])");
      await maskWith(page, "cell_rotate");
      assert.equal(await page.locator("#step-5 .warning").count(), 0);
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
    assert.equal(await page.locator(".problem p").textContent(), "wrong.csv, line 3: 1 fields, but the header has 2.");
    assert.ok(await page.locator("#step-2").isHidden());
    await screenshot(page, "page-wrong-file");
    await opened(page, people(50));
    assert.ok(await page.locator(".problem").isHidden());
    // Chromium itself logs the answer 422; nothing else may be there.
    watch.errors = watch.errors.filter((error) => !/status of 422/.test(error));
  });
});

test("a wrong option shows the library's sentence", async () => {
  await withPage({}, async (page) => {
    await opened(page, people(50));
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
    await opened(page, people(300));
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
    await opened(page, people(2000));
    await page.getByRole("button", { name: "Find the best masking" }).click();
    await page.waitForSelector("#step-4 .found svg.marks", { timeout: 60000 });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator("#step-4").textContent(), /found before the end/);
    await page.locator("#step-4 .found summary").click();
    assert.ok((await page.locator("#step-4 .found tbody tr").count()) > 0);
    assert.ok(await page.locator("#step-5").isHidden());
    assert.equal(await page.locator(".problem p").textContent(), "Stopped before the end.");
  });
});

test("works by keyboard and fits a phone", async () => {
  await withPage({ viewport: { width: 375, height: 740 }, colorScheme: "dark" }, async (page) => {
    await page.goto(server.address);
    await page.getByRole("button", { name: "Try a simulated survey" }).focus();
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
    await opened(page, file);
    assert.equal(await page.locator(".columns tbody tr").count(), 100);
    await page.getByRole("button", { name: "Show all 1,000 columns" }).click();
    assert.equal(await page.locator(".columns tbody tr").count(), 1000);
  });
});
