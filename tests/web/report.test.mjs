// The report, opened from disk in a real browser.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawnFigures, screenshot, withPage } from "./support/browser.mjs";
import { overhand } from "./support/server.mjs";
import { hugeReport, sampleReport, writeReport } from "./support/reports.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "overhand-report-"));
after(() => rmSync(folder, { recursive: true }));

const addressOf = (report, name) => pathToFileURL(writeReport(report, path.join(folder, `${name}.html`))).href;

test("draws every figure, in light and in dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await withPage({ colorScheme }, async (page) => {
      await page.goto(addressOf(sampleReport(), "sample"));
      assert.equal(await page.locator("h1").textContent(), "Survey, masked by cell_rotate");
      assert.equal(await drawnFigures(page), 7);
      await screenshot(page, `report-${colorScheme}`, { fullPage: true });
    });
  }
});

test("verdict, what was done and the measures are there without JavaScript", async () => {
  const folderOfTable = mkdtempSync(path.join(tmpdir(), "overhand-plain-"));
  const at = (name) => path.join(folderOfTable, name);
  overhand("simulate", "survey", "-n", "200", "--seed", "1", "-o", at("people.csv"));
  overhand("mask", at("people.csv"), "-o", at("masked.csv"), "--seed", "1", "--lineage", at("source.csv"));
  overhand("evaluate", at("people.csv"), at("masked.csv"), "--pairing", at("source.csv"), "--report", at("report.html"));
  for (const width of [1200, 400]) {
    await withPage({ javaScriptEnabled: false, viewport: { width, height: 900 } }, async (page) => {
      await page.goto(pathToFileURL(at("report.html")).href);
      assert.equal(await page.locator("h1").textContent(), "Overhand report");
      assert.match(await page.locator(".verdict h2").textContent(), /\.$/);
      assert.match(await page.locator(".verdict").textContent(), /What an intruder can do.*What analysts keep and lose.*What this does not promise/);
      assert.ok((await page.locator("dt", { hasText: "masked" }).count()) > 0);
      assert.equal(await page.locator("td", { hasText: /^dbrl$/ }).first().textContent(), "dbrl");
      await screenshot(page, `report-plain-${width}`);
    });
  }
  rmSync(folderOfTable, { recursive: true });
});

test("a report is one file under 1.5 MB", () => {
  const file = writeReport(sampleReport(), path.join(folder, "size.html"));
  assert.ok(statSync(file).size < 1.5e6);
});

test("texts of the report never become elements", async () => {
  await withPage({}, async (page) => {
    await page.goto(addressOf(sampleReport(), "sample"));
    const note = await page.locator(".notes li").textContent();
    assert.equal(note, sampleReport().notes[0]);
  });
});

test("every figure has words and a table that opens by keyboard", async () => {
  await withPage({}, async (page) => {
    await page.goto(addressOf(sampleReport(), "sample"));
    const labels = await page.locator(".plot").evaluateAll((plots) => plots.map((plot) => plot.getAttribute("aria-label")));
    assert.ok(labels.every((label) => label.length > 20));
    await page.locator("#scores summary").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#scores tbody tr");
    assert.equal(await page.locator("#scores tbody tr").count(), 120);
  });
});

test("has landmarks, one h1, and text with enough contrast", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await withPage({ colorScheme }, async (page) => {
      await page.goto(addressOf(sampleReport(), "sample"));
      for (const landmark of ["header", "main", "nav", "footer"]) assert.equal(await page.locator(`#page > ${landmark}, main > ${landmark}`).count(), 1, landmark);
      assert.equal(await page.locator("h1").count(), 1);
      const worst = await page.evaluate(() => {
        const parse = (text) => text.match(/[\d.]+/g).map(Number);
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = (node) => { for (let at = node; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
        const ratio = (node) => { const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
        return Math.min(...[...document.querySelectorAll("h1,h2,h3,p,li,a,dt,dd,summary,button,.sign")].map(ratio));
      });
      assert.ok(worst >= 4.5, `contrast ${worst}`);
    });
  }
});

test("fits a phone without sideways scrolling", async () => {
  await withPage({ viewport: { width: 375, height: 740 } }, async (page) => {
    await page.goto(addressOf(sampleReport(), "sample"));
    assert.equal(await drawnFigures(page), 7);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await screenshot(page, "report-phone", { fullPage: true });
  });
});

test("prints with light colours, also from a dark screen", async () => {
  await withPage({ colorScheme: "dark" }, async (page) => {
    await page.goto(addressOf(sampleReport(), "sample"));
    await drawnFigures(page);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--overall")), "#111111");
    await screenshot(page, "report-print", { fullPage: true });
    assert.ok((await page.pdf({ format: "A4" })).length > 10000);
  });
});

test("empty and failed results have a sensible page", async () => {
  const failed = { schema: 1, verdict: { level: "unknown" }, notes: ["The run was stopped before the end."] };
  const reports = [{}, failed, { ...sampleReport(), sections: [{ id: "none", title: "Nothing", sentence: "", figures: [] }] }];
  for (const [i, report] of reports.entries()) {
    await withPage({}, async (page) => {
      await page.goto(addressOf(report, `empty-${i}`));
      assert.ok((await page.locator(".verdict h2").textContent()).length > 3);
      if (report === failed) {
        assert.match(await page.locator("main").textContent(), /stopped before the end/);
        await screenshot(page, "report-failed");
      }
    });
  }
});

test("a damaged report says so", async () => {
  await withPage({}, async (page) => {
    const { readFileSync, writeFileSync } = await import("node:fs");
    const file = writeReport(sampleReport(), path.join(folder, "damaged.html"));
    writeFileSync(file, readFileSync(file, "utf8").replace('{"schema":1', '{"schema":1,,'));
    await page.goto(pathToFileURL(file).href);
    assert.match(await page.locator("main").textContent(), /damaged/);
  });
});

test("1,000 columns: figures are drawn when seen, long tables in parts", async () => {
  await withPage({}, async (page) => {
    await page.goto(addressOf(hugeReport(1000), "huge"));
    await page.waitForSelector("#all .plot[data-drawn=yes]");
    assert.ok((await page.locator(".plot[data-drawn]").count()) < 50);
    await page.locator("#all summary").click();
    await page.waitForSelector("#all tbody tr");
    assert.equal(await page.locator("#all tbody tr").count(), 200);
    await page.getByRole("button", { name: "Show all 1,000 rows" }).click();
    assert.equal(await page.locator("#all tbody tr").count(), 1000);
    await page.locator("#margin-column_1000").scrollIntoViewIfNeeded();
    await page.waitForSelector("#margin-column_1000 .plot[data-drawn=yes]");
  });
});
