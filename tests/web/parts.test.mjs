// The parts of reports and of the page: what they say, and what they make of what is missing or wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withParts } from "./support/parts.mjs";

test("numbers are grouped and counted in words", () =>
  withParts(async (page) => {
    const words = await page.evaluate(() => [parts.dom.count(1234567), parts.dom.plural(1, "row"), parts.dom.plural(0, "row"), parts.dom.plural(1080, "row"), parts.dom.plural(2, "class", "classes")]);
    assert.deepEqual(words, ["1,234,567", "1 row", "0 rows", "1,080 rows", "2 classes"]);
  }));

test("strong words are strong, and text is never HTML", () =>
  withParts(async (page) => {
    const made = await page.evaluate(() => {
      const line = (text) => {
        const box = document.createElement("p");
        box.append(parts.dom.sentence(text));
        return box.innerHTML;
      };
      return [line("Of 100 records **20** are linked"), line("**all**"), line("none"), line("<b>x</b> **<i>y</i>**")];
    });
    assert.deepEqual(made, [
      "Of 100 records <strong>20</strong> are linked",
      "<strong>all</strong>",
      "none",
      "&lt;b&gt;x&lt;/b&gt; <strong>&lt;i&gt;y&lt;/i&gt;</strong>",
    ]);
  }));

test("a cell shows four digits, whole numbers all of theirs, and a dash for nothing", () =>
  withParts(async (page) => {
    const cells = await page.evaluate(() => [0, 1234567, 0.123456, 1234.5678, -2.5, 1e-7, "a text", "", null, undefined].map(parts.table.shown));
    assert.deepEqual(cells, ["0", "1,234,567", "0.1235", "1235", "-2.5", "1e-7", "a text", "", "–", "–"]);
  }));

test("a table is built when it is opened, the first 200 rows of a long one", () =>
  withParts(async (page) => {
    await page.evaluate(() => {
      const rows = Array.from({ length: 1001 }, (_, i) => [i, i / 8, `name ${i}`]);
      document.body.append(parts.table.tableBehind({ columns: ["number", "share", "name"], rows }, "Scores"));
    });
    assert.equal(await page.locator("summary").textContent(), "Table (1,001 rows)");
    assert.equal(await page.locator("td").count(), 0, "nothing before it is opened");
    await page.locator("summary").click();
    await page.locator("tbody tr").nth(199).waitFor();
    assert.equal(await page.locator("tbody tr").count(), 200);
    assert.equal(await page.locator("[role=region]").getAttribute("aria-label"), "Table: Scores");
    assert.deepEqual(await page.locator("th").allTextContents(), ["number", "share", "name"]);
    await page.getByRole("button", { name: "Show all 1,001 rows" }).click();
    assert.equal(await page.locator("tbody tr").count(), 1001);
    assert.equal(await page.locator("button").count(), 0);
    assert.deepEqual(await page.locator("tbody tr").nth(1000).locator("td").allTextContents(), ["1,000", "125", "name 1000"]);
    assert.equal(await page.locator("tbody tr").first().locator("td.number").count(), 2);
  }));

test("a table without rows or columns is none, and short rows are filled", () =>
  withParts(async (page) => {
    const none = await page.evaluate(() => [parts.table.tableBehind({ columns: [], rows: [[1]] }, "x"), parts.table.tableBehind({ columns: ["a"], rows: [] }, "x")]);
    assert.deepEqual(none, [null, null]);
    await page.evaluate(() => document.body.append(parts.table.tableBehind({ columns: ["a", "b"], rows: [[1], [1, 2, 3]] }, "x")));
    await page.locator("summary").click();
    await page.locator("tbody tr").first().waitFor();
    const rows = await page.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(rows, [["1", "–"], ["1", "2"]]);
  }));

test("whatever is missing in a report is empty, and what is wrong is harmless", () =>
  withParts(async (page) => {
    const empty = await page.evaluate(() => parts.report.reportOf({}));
    assert.deepEqual(empty, {
      title: "Report",
      audience: "internal",
      verdict: { level: "unknown", headline: "", facts: "", intruder: [], analysts: [], limits: [], accepted: "" },
      sections: [],
      details: [],
      notes: [],
    });
    for (const wrong of [null, 7, "text", [], { verdict: 3, sections: "x", details: [null], notes: { a: 1 } }, { sections: [null, { figures: [5, { table: 1, spec: "no" }] }] }]) {
      const report = await page.evaluate((value) => parts.report.reportOf(value), wrong);
      assert.equal(report.verdict.level, "unknown");
      assert.equal(report.audience, "internal", "the careful one of the two");
      for (const section of report.sections) {
        for (const figure of section.figures) assert.equal(figure.spec, null);
      }
    }
    const level = (value) => page.evaluate((one) => parts.report.reportOf({ verdict: { level: one } }).verdict.level, value);
    assert.equal(await level("usable"), "usable");
    assert.equal(await level("Usable"), "unknown", "never better than what is known");
    const damaged = await page.evaluate(() => parts.report.parseReport('{"title": "x", '));
    assert.deepEqual(damaged.notes, ["The results in this file are damaged and cannot be shown."]);
  }));

test("every level of the verdict has its words, sign and class", () =>
  withParts(async (page) => {
    const seen = {};
    for (const level of ["usable", "care", "refused", "unknown"]) {
      seen[level] = await page.evaluate((one) => {
        const view = parts.view.verdictView({ level: one, headline: "", facts: "", intruder: [], analysts: [], limits: [] });
        return [view.className, view.querySelector("h2").textContent, view.querySelector(".sign").textContent, view.querySelectorAll(".points").length];
      }, level);
    }
    assert.deepEqual(seen, {
      usable: ["verdict usable", "Usable.", "✓", 0],
      care: ["verdict care", "Usable with care.", "!", 0],
      refused: ["verdict refused", "Not to be released.", "✕", 0],
      unknown: ["verdict unknown", "Not judged.", "?", 0],
    });
  }));

test("the verdict has its own headline and three lists", () =>
  withParts(async (page) => {
    await page.evaluate(() =>
      document.body.append(
        parts.view.verdictView({ level: "care", headline: "Usable with care.", facts: "1,080 **records**", intruder: ["links **7**", "copies"], analysts: ["keeps"], limits: [] }),
      ));
    assert.equal(await page.locator(".facts strong").textContent(), "records");
    assert.deepEqual(await page.locator(".points h3").allTextContents(), ["What an intruder can do", "What analysts keep and lose"]);
    assert.deepEqual(await page.locator(".points.risk li").allTextContents(), ["links 7", "copies"]);
    assert.equal(await page.locator("section").getAttribute("aria-labelledby"), await page.locator("h2").getAttribute("id"));
  }));

const section = (id) => ({ id, title: `Section ${id}`, sentence: "A **lead**.", figures: [] });
const report = (extra) => ({ title: "T", verdict: { level: "usable" }, sections: [section("one"), section("two")], details: [{ name: "table", value: "people.csv" }, { name: "date", value: "2026-01-31 14:05" }], notes: ["a note"], ...extra });

test("a report has its contents, its notes and its details", () =>
  withParts(async (page) => {
    await page.evaluate((value) => document.body.append(parts.view.renderReport(parts.report.reportOf(value))), report({ audience: "external" }));
    assert.deepEqual(await page.locator("nav.contents a").evaluateAll((all) => all.map((link) => [link.getAttribute("href"), link.textContent])), [["#one", "Section one"], ["#two", "Section two"], ["#details", "Details"]]);
    assert.equal(await page.locator("h1").textContent(), "T");
    assert.equal(await page.locator(".audience.external").textContent(), "Report to pass on: of the original it shows aggregates only.");
    assert.equal(await page.locator("header .quiet").textContent(), "people.csv, 2026-01-31 14:05");
    assert.deepEqual(await page.locator(".notes li").allTextContents(), ["a note"]);
    assert.deepEqual(await page.locator("#details dd").allTextContents(), ["people.csv", "2026-01-31 14:05"]);
    assert.equal(await page.locator("details.fold").count(), 0, "all is open on paper");
    assert.deepEqual(await page.locator(".sign-off .line").allTextContents(), ["Name", "Date", "Signature"]);
    assert.equal(await page.getByText("There is nothing to show here.").count(), 2);
  }));

test("an internal report says that it is not to be passed on", () =>
  withParts(async (page) => {
    await page.evaluate((value) => document.body.append(parts.view.renderReport(parts.report.reportOf(value))), report({}));
    assert.match(await page.locator(".audience.internal").textContent(), /for the owner of the data only\. Do not pass it on/);
  }));

test("on the live page all sections but the first are folded, and a link opens its own", () =>
  withParts(async (page) => {
    await page.evaluate((value) => document.body.append(parts.view.reportBody(parts.report.reportOf(value), { isFolded: true })), report({}));
    assert.equal(await page.locator("details.fold").count(), 1);
    assert.equal(await page.locator("#two details.fold[open]").count(), 0);
    await page.locator('nav a[href="#two"]').click();
    assert.equal(await page.locator("#two details.fold[open]").count(), 1);
  }));

test("without sections the notes stand where one looks first", () =>
  withParts(async (page) => {
    await page.evaluate((value) => document.body.append(parts.view.reportBody(parts.report.reportOf(value))), report({ sections: [] }));
    assert.deepEqual(await page.locator("body > section").evaluateAll((all) => all.map((one) => one.className)), ["verdict usable", "notes", "exact"]);
    assert.equal(await page.locator("nav").count(), 0);
  }));

const facts = (columns, rows = 100) => ({
  filename: "people.csv", rows,
  columns: columns.map((one) => ({ found: "integer", type: "integer", role: "mask", why: "Because.", missing: 0, distinct: 5, histogram: [1, 2], looks_like_identifier: false, ...one })),
  identities: [],
  rules: [],
  preview: { columns: columns.map((one) => one.name), rows: [["1", null]] },
  reading: { header: "", delimiter: "", decimal: "", encoding: "", sheet: "" },
  layout: { kind: "text", header: true, delimiter: ";", decimal: ",", encoding: "utf-8" },
});


test("a request names what is dropped and kept, and types only where somebody says one", () =>
  withParts(async (page) => {
    const table = facts([{ name: "id", role: "drop", looks_like_identifier: true }, { name: "age" }, { name: "zip", role: "keep", found: "integer", type: "category" }]);
    const asked = (changes) => page.evaluate(({ of, changes: each }) => {
      const choice = parts.columns.choiceOf(of);
      for (const [name, change] of Object.entries(each)) Object.assign(choice.plans.get(name), change);
      return parts.columns.requestOf(choice);
    }, { of: table, changes });
    assert.deepEqual(await asked({}), { drop: ["id"], keep: ["zip"] });
    assert.deepEqual(await asked({ age: { role: "keep" } }), { drop: ["id"], keep: ["age", "zip"] });
    // masked as a category, which it was not found to be: the server must be told
    const types = [{ name: "id", type: "integer" }, { name: "age", type: "integer" }, { name: "zip", type: "category" }];
    assert.deepEqual(await asked({ zip: { role: "mask" } }), { drop: ["id"], keep: [], types });
    assert.deepEqual((await asked({ age: { type: "real" } })).types[1], { name: "age", type: "real" });
    // an identifier is masked by name alone
    assert.deepEqual(await asked({ id: { role: "mask" } }), { mask: ["id", "age"], drop: [], keep: ["zip"] });
  }));

test("keeping what is nearly unique is asked for, and forgotten where it is not kept", () =>
  withParts(async (page) => {
    await page.evaluate((table) => {
      window.choice = parts.columns.choiceOf(table);
      window.changes = 0;
      document.body.append(parts.columns.columnsStep(table, window.choice, () => ++window.changes, (work) => void work()));
    }, facts([{ name: "name", distinct: 95, role: "drop" }, { name: "age" }]));
    const box = page.locator("label.warning");
    assert.ok(await box.isHidden());
    await page.getByLabel("Role of name").selectOption("keep");
    assert.match(await box.textContent(), /Keep name all the same: with nearly as many values as records/);
    assert.ok(await box.isVisible());
    await page.locator("#keep-identifiers").check();
    assert.deepEqual(await page.evaluate(() => parts.columns.requestOf(window.choice)), { drop: [], keep: ["name"], keep_identifiers: true });
    await page.getByLabel("Role of name").selectOption("mask");
    assert.ok(await box.isHidden());
    assert.deepEqual(await page.evaluate(() => parts.columns.requestOf(window.choice)), { drop: [], keep: [] });
    assert.equal(await page.evaluate(() => window.changes), 3);
  }));

test("a hundred columns are shown at first, with what was found of each", () =>
  withParts(async (page) => {
    const columns = Array.from({ length: 120 }, (_, i) => ({ name: `c${i}`, missing: 1234, looks_like_identifier: i === 0, histogram: [0, 1, 4] }));
    await page.evaluate((table) => document.body.append(parts.columns.columnsStep(table, parts.columns.choiceOf(table), () => {}, () => {})), facts(columns));
    assert.equal(await page.locator("tbody tr").count(), 100);
    assert.equal(await page.locator("tbody .mark").count(), 1);
    assert.deepEqual(await page.locator("tbody tr").first().locator("td.number").allTextContents(), ["1,234", "5"]);
    const heights = await page.locator("tbody tr").first().locator("rect").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
    assert.deepEqual(heights, [0, 6, 24]);
    await page.getByRole("button", { name: "Show all 120 columns" }).click();
    assert.equal(await page.locator("tbody tr").count(), 120);
  }));
