// What the page does with a result: gives it by name, locks it, marks it out of date, and says what went wrong.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawnFigures, screenshot, withPage } from "./support/browser.mjs";
import { finished, post, startServer } from "./support/server.mjs";
import { cardOf, downloaded, isInView, maskWith, opened, people, unlock } from "./support/steps.mjs";

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

test("two reports, each under its own name", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people(folder, 500));
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
    await opened(page, server, people(folder, 500));
    await maskWith(page, "sjppds");
    assert.match(await page.locator("#step-4 .verdict").textContent(), /Not safe to share/);
    assert.equal(await page.locator("[id^=download-]:not(#download-schema)").count(), 0);
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
    await opened(page, server, people(folder, 500));
    await maskWith(page, "cell_rotate");
    const notices = page.locator(".stale-notice:visible");
    const isOutOfDate = async (expected, why) => {
      assert.equal(await notices.count(), expected ? 2 : 0, why);
      for (const what of ["masked", "report", "report-internal"]) assert.equal(await page.locator(`#download-${what}`).isDisabled(), expected, why);
    };
    await isOutOfDate(false, "fresh");
    await page.getByLabel("Role of region").selectOption("drop");
    await isOutOfDate(true, "a role");
    await screenshot(page, "page-stale", { fullPage: true });
    await page.getByLabel("Role of region").selectOption("mask");
    await isOutOfDate(false, "the role as it was");
    await page.getByLabel("Type of region").selectOption("text");
    await isOutOfDate(true, "a type");
    await page.getByLabel("Type of region").selectOption("category");
    await isOutOfDate(false, "the type as it was");
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
    await opened(page, server, people(folder, 20000));
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
    await opened(page, server, people(folder, 500));
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
