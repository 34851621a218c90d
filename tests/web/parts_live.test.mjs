// The steps of the live page on their own: what they ask for, what they lock, and what they say when nobody answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withParts } from "./support/parts.mjs";

const methods = [
  {
    name: "rank_swap", summary: "swaps values", keeps: "each column's values", reference: "Moore (1996)",
    options: [
      { name: "percent", default: 5, help: "How far.", minimum: 0, maximum: 100 },
      { name: "partner", default: "near", help: "Who.", choices: ["near", "any"] },
      { name: "top_coding", default: true, help: "Ends." },
      { name: "order", default: "", help: "Names." },
    ],
  },
  { name: "ipso", summary: "makes new records", keeps: "means", reference: "Burridge (2003)", options: [] },
];
const about = (...actions) => ({ version: "1", max_upload_bytes: 3 * 2 ** 20, extensions: [".csv", ".csv.gz", ".parquet"], actions });

const showChoose = (page, actions, all = methods) =>
  page.evaluate(({ of, list }) => {
    window.chosen = [];
    document.body.append(parts.choose.chooseStep(of, list, (choice) => window.chosen.push(choice)));
  }, { of: about(...actions), list: all });
const chosen = (page) => page.evaluate(() => window.chosen);

test("a release is asked for by whom it is for, and by nothing else", () =>
  withParts(async (page) => {
    await page.evaluate(({ of, list }) => {
      window.chosen = [];
      document.body.append(parts.choose.chooseStep(of, list, (choice) => window.chosen.push(choice)));
    }, { of: { ...about("mask", "release"), profiles: [{ name: "internal", words: "people of your own house" }, { name: "research", words: "known researchers" }, { name: "public", words: "anybody" }] }, list: methods });
    const find = page.getByRole("button", { name: "Find the best release" });
    await find.click();
    await page.getByRole("radio", { name: "Anybody" }).check();
    await find.click();
    assert.deepEqual(await chosen(page), [
      { action: "release", request: { profile: "research" } },
      { action: "release", request: { profile: "public" } },
    ]);
    assert.equal(await page.getByRole("group", { name: "Who gets the table?" }).count(), 1);
    assert.equal(await page.locator("#release [name=seed]").count(), 0);
  }));

test("the best masking is asked for with the ceiling that the slider says", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask", "tune", "compare"]);
    assert.equal(await page.locator("output").textContent(), "usual: at most 20 of 100 records can be linked to their source");
    await page.getByRole("button", { name: "Find the best masking" }).click();
    await page.locator("#ceiling").fill("0");
    assert.equal(await page.locator("output").textContent(), "strict: at most 10 of 100 records can be linked to their source");
    assert.equal(await page.locator("#ceiling").getAttribute("aria-valuetext"), "strict");
    await page.getByRole("button", { name: "Find the best masking" }).click();
    assert.deepEqual(await chosen(page), [
      { action: "compare", request: { max_risk: 0.2 } },
      { action: "compare", request: { max_risk: 0.1 } },
    ]);
  }));

test("values to be given out go along where they are not the usual ones", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask", "tune", "compare"]);
    const find = page.getByRole("button", { name: "Find the best masking" });
    await page.getByLabel("Values that shuffles give out").selectOption("smoothed");
    await find.click();
    await page.locator("[data-method=rank_swap] > summary").click();
    await page.getByRole("button", { name: "Tune its options" }).click();
    await page.getByLabel("Values that shuffles give out").selectOption("exact");
    await find.click();
    assert.deepEqual((await chosen(page)).map(({ request }) => request.marginals), ["smoothed", "smoothed", undefined]);
  }));

test("a method is asked for with its options as a person typed them", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask", "tune", "compare"]);
    await page.locator("[data-method=rank_swap] > summary").click();
    await page.getByLabel("percent").fill(" 12.5 ".trim());
    await page.getByLabel("partner").selectOption("any");
    await page.getByLabel("top coding").uncheck();
    await page.getByLabel("order").fill("  a,b ");
    await page.getByRole("button", { name: "Mask with rank_swap" }).click();
    assert.deepEqual(await chosen(page), [
      { action: "mask", request: { method: "rank_swap", options: { percent: "12.5", partner: "any", top_coding: "false", order: "a,b" } } },
    ]);
  }));

test("a seed goes along only where one is typed", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask", "tune", "compare"]);
    await page.locator("[data-method=ipso] > summary").click();
    await page.getByRole("button", { name: "Mask with ipso" }).click();
    await page.locator("[data-method=ipso]").getByText("For experiments").click();
    await page.locator("#ipso-seed").fill("7");
    await page.getByRole("button", { name: "Mask with ipso" }).click();
    assert.deepEqual((await chosen(page)).map(({ request }) => request.seed), [undefined, "7"]);
    assert.match(await page.locator("#ipso-seed-help").textContent(), /never release such a table/);
  }));

test("tuning takes the ceiling and leaves the options to the program", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask", "tune", "compare"]);
    await page.locator("#ceiling").fill("2");
    await page.locator("[data-method=rank_swap] > summary").click();
    await page.getByRole("button", { name: "Tune its options" }).click();
    assert.deepEqual(await chosen(page), [{ action: "tune", request: { method: "rank_swap", options: {}, max_risk: 0.3 } }]);
    await page.locator("[data-method=ipso] > summary").click();
    assert.equal(await page.locator("[data-method=ipso]").getByRole("button", { name: "Tune its options" }).count(), 0, "it has none");
  }));

test("where nothing is compared the first card is open and no button promises the best", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask"]);
    assert.equal(await page.getByRole("button", { name: "Find the best masking" }).count(), 0);
    assert.equal(await page.locator("#ceiling").count(), 0);
    assert.equal(await page.locator("h3").textContent(), "Pick a method");
    assert.equal(await page.evaluate(() => parts.choose.openMethod(document.body)), "rank_swap");
  }));

test("settings tell whether something was changed", () =>
  withParts(async (page) => {
    await showChoose(page, ["mask", "tune", "compare"]);
    const settings = () => page.evaluate(() => parts.choose.settingsOf(document.body));
    const before = await settings();
    assert.equal(await settings(), before);
    assert.equal(await page.evaluate(() => parts.choose.openMethod(document.body)), null);
    await page.locator("[data-method=rank_swap] > summary").click();
    await page.getByLabel("top coding").uncheck();
    assert.notEqual(await settings(), before);
    await page.getByLabel("top coding").check();
    assert.equal(await settings(), before);
  }));

const outcome = (extra) => ({ command: "overhand mask people.csv -o masked.csv", masked: true, key: "operating system", schema: null, level: "usable", has_external_report: true, ...extra });
const showTake = (page, extra = {}) =>
  page.evaluate((value) => {
    window.failed = [];
    const step = parts.take.takeStep(3, value, (work) => void work().catch((error) => window.failed.push(error.message)));
    window.step = step;
    document.body.append(step.element);
  }, outcome(extra));
const buttons = (page) => page.locator("fieldset button").allTextContents();

test("what is usable can be taken, with the command that does the same", () =>
  withParts(async (page) => {
    await showTake(page);
    assert.deepEqual(await buttons(page), ["Masked table", "Report to pass on", "Internal report: for the owner of the data only"]);
    assert.equal(await page.locator("code").textContent(), "overhand mask people.csv -o masked.csv");
    assert.equal(await page.getByText("Each run takes a fresh key").count(), 1);
    assert.equal(await page.locator("#schema-of-command").count(), 0);
    assert.equal(await page.locator("#locked").count(), 0);
  }));

for (const level of ["refused", "unknown"]) {
  test(`what is ${level} is behind a reason of ten letters`, () =>
    withParts(async (page) => {
      await showTake(page, { level });
      assert.deepEqual(await buttons(page), ["Unlock the downloads"]);
      assert.ok(await page.locator("#unlock").isDisabled());
      await page.locator("#reason").fill("   too short   ".slice(0, 12));
      assert.ok(await page.locator("#unlock").isDisabled(), "blanks do not count");
      await page.locator("#reason").fill("the board has agreed");
      await page.locator("#unlock").click();
      await page.locator("#download-masked").waitFor();
      assert.deepEqual(await page.evaluate(() => window.asked), [{ address: "api/jobs/3/accept-risk", method: "POST", body: { reason: "the board has agreed" } }]);
      assert.equal(await page.evaluate(() => document.activeElement.id), "download-masked");
    }, { "api/jobs/3/accept-risk": { body: {} } }));
}

test("a reason that the server refuses opens nothing", () =>
  withParts(async (page) => {
    await showTake(page, { level: "refused" });
    await page.evaluate(() => (document.querySelector("#reason").value = "the board has agreed"));
    await page.locator("#reason").dispatchEvent("input");
    await page.locator("#unlock").click();
    await page.waitForFunction(() => window.failed.length === 1);
    assert.deepEqual(await page.evaluate(() => window.failed), ["There is no such job."]);
    assert.equal(await page.locator("#download-masked").count(), 0);
  }, { "api/jobs/3/accept-risk": { status: 404, body: { error: "There is no such job." } } }));

test("what was made with a seed is said to be no release, and a stale result cannot be taken", () =>
  withParts(async (page) => {
    await showTake(page, { key: "seed", schema: "[columns]\n", has_external_report: false });
    assert.match(await page.locator("p.warning").first().textContent(), /Do not release this table/);
    assert.deepEqual(await buttons(page), ["Masked table", "Internal report: for the owner of the data only"]);
    assert.equal(await page.locator("#schema-of-command").textContent(), "schema.toml");
    await page.evaluate(() => window.step.setStale(true));
    assert.ok(await page.locator("#download-masked").isDisabled());
    await page.evaluate(() => window.step.setStale(false));
    assert.ok(await page.locator("#download-masked").isEnabled());
  }));

test("a download is asked for only while its result is there", () =>
  withParts(async (page) => {
    await showTake(page);
    await page.locator("#download-masked").click();
    await page.waitForFunction(() => window.failed.length === 1);
    assert.deepEqual(await page.evaluate(() => [window.failed[0], window.asked[0].address]), ["It is gone.", "api/jobs/3"]);
  }, { "api/jobs/3": { status: 410, body: { error: "It is gone." } } }));

test("a server that does not answer or says nothing is told so", () =>
  withParts(async (page) => {
    const error = (path) => page.evaluate((name) => parts.api[name]().then(() => "", (reason) => reason.message), path);
    assert.equal(await error("about"), "The program behind this page does not answer. Was it stopped?");
    assert.equal(await error("sample"), "The program refused this (500).");
  }, { "api/sample": { status: 500, body: {} } }));

test("what is asked about a file comes with the refusal", () =>
  withParts(async (page) => {
    const asked = await page.evaluate(() => parts.api.sample().catch((reason) => reason.asked));
    assert.deepEqual(asked.choices, [{ words: "decimal comma", reading: { decimal: "," } }]);
  }, { "api/sample": { status: 422, body: { error: "Which sign?", filename: "a.csv", kind: "text", reading: {}, choices: [{ words: "decimal comma", reading: { decimal: "," } }] } } }));

test("a file that is too large is not sent", () =>
  withParts(async (page) => {
    await page.evaluate((of) => {
      window.results = [];
      document.body.append(parts.open.openStep(of, (load) => void load().then(() => window.results.push("sent"), (error) => window.results.push(error.message))));
    }, about("mask"));
    assert.equal(await page.locator("#file").getAttribute("accept"), ".csv,.gz,.parquet");
    await page.locator("#file").setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer: Buffer.alloc(3 * 2 ** 20 + 1) });
    await page.waitForFunction(() => window.results.length === 1);
    await page.locator("#file").setInputFiles({ name: "zürich.csv", mimeType: "text/csv", buffer: Buffer.from("a\n1\n") });
    await page.waitForFunction(() => window.results.length === 2);
    assert.deepEqual(await page.evaluate(() => [window.results, window.asked.length]), [["The file is larger than 3 MB; start overhand serve with a larger --max-upload.", "sent"], 1]);
  }, { "api/upload": { body: {} } }));

test("progress says how far it is and how long it takes, and stops once", () =>
  withParts(async (page) => {
    const words = (step) => page.evaluate((one) => (window.view.show(one), window.view.bar.querySelector("[role=status]").textContent), step);
    await page.evaluate(() => {
      window.stopped = 0;
      window.view = parts.progress.progressView("Comparing", () => ++window.stopped);
      document.body.append(window.view.bar, window.view.found);
    });
    assert.equal(await page.locator("[role=status]").first().textContent(), "Starting …");
    assert.equal(await words({ stage: "trials", done: 500, total: 2000, seconds_left: null }), "Comparing: trials, 500 of 2,000");
    assert.equal(await page.locator("progress").evaluate((meter) => meter.value), 0.25);
    assert.equal(await words({ stage: "trials", done: 501, total: 2000, seconds_left: 88.2 }), "Comparing: trials, 501 of 2,000, about 89 s left");
    assert.equal(await words({ stage: "trials", done: 502, total: 2000, seconds_left: 150 }), "Comparing: trials, 502 of 2,000, about 3 min left");
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.ok(await page.getByRole("button", { name: "Stopping …" }).isDisabled());
    assert.equal(await page.evaluate(() => window.stopped), 1);
  }));

test("what was found so far is a sentence and a table of settings", () =>
  withParts(async (page) => {
    await page.evaluate(() => document.body.append(parts.progress.foundView({ sentence: "Stopped.", points: [{ label: "noise, percent 5", risk: 0.5, loss: 0.123456 }] })));
    assert.equal(await page.locator(".found > p").textContent(), "Stopped.");
    await page.locator("summary").click();
    await page.locator("tbody td").first().waitFor();
    assert.deepEqual(await page.locator("tbody td").allTextContents(), ["noise, percent 5", "0.5", "0.1235"]);
    assert.equal(await page.evaluate(() => parts.progress.foundView({}).children.length), 0);
  }));

const reading = { header: "", delimiter: "", decimal: "", encoding: "", sheet: "" };
const table = (extra) => ({
  filename: "people.csv", rows: 2, columns: [{}, {}, {}], notes: ["2 lines are left out."], preview: { columns: ["age", "pay"], rows: [["31", null], ["<b>", ""]] },
  reading, layout: { kind: "text", header: true, delimiter: ";", decimal: ",", encoding: "windows-1252" }, ...extra,
});
const showReading = (page) =>
  page.evaluate(() => {
    window.said = [];
    window.panel = new parts.reading.ReadingPanel((one) => window.said.push({ ...one }));
    document.body.append(window.panel.element);
  });
const firstOptions = (page) => page.locator("select").evaluateAll((all) => all.map((select) => select.options[0].textContent));

test("how a text is read is shown with its first records", () =>
  withParts(async (page) => {
    await showReading(page);
    await page.evaluate((one) => window.panel.showTable(one), table({}));
    assert.equal(await page.locator("h3").textContent(), "people.csv, as it is read");
    assert.deepEqual(await firstOptions(page), ["as it looks: semicolon", "as it looks: comma 1,5", "as it looks: Windows-1252, Latin-1", "as it looks: names"]);
    assert.deepEqual(await page.locator("tbody td").allTextContents(), ["31", "", "<b>", ""]);
    assert.equal(await page.locator("td.missing").count(), 1, "an empty text is no gap");
    assert.deepEqual(await page.locator("ul.found li").allTextContents(), ["2 lines are left out."]);
    assert.match(await page.locator("p.quiet").textContent(), /The first 2 columns are shown\./);
    await page.getByLabel("Decimals").selectOption(".");
    await page.getByLabel("First line").selectOption("absent");
    assert.deepEqual(await page.evaluate(() => window.said), [{ ...reading, decimal: "." }, { ...reading, decimal: ".", header: "absent" }]);
  }));

test("what was said stays chosen, and what is left is found by looking", () =>
  withParts(async (page) => {
    await showReading(page);
    await page.evaluate((one) => window.panel.showTable(one), table({ reading: { ...reading, delimiter: "|" } }));
    assert.equal(await page.getByLabel("Delimiter").inputValue(), "|");
    assert.equal((await firstOptions(page))[0], "as it looks");
    await page.getByLabel("Delimiter").selectOption("");
    assert.deepEqual(await page.evaluate(() => window.said), [reading]);
  }));

test("sheets of a workbook are remembered once they were asked about", () =>
  withParts(async (page) => {
    await showReading(page);
    const asked = { filename: "book.xlsx", kind: "workbook", reading, choices: [{ words: "a", reading: { sheet: "visits" } }, { words: "b", reading: { sheet: "people" } }] };
    await page.evaluate((one) => window.panel.showAsked(one), asked);
    assert.equal(await page.locator("h3").textContent(), "book.xlsx is not read yet");
    const sheets = () => page.getByLabel("Sheet").locator("option").allTextContents();
    assert.deepEqual(await sheets(), ["as it looks", "visits", "people"]);
    await page.evaluate((one) => window.panel.showTable(one), table({ reading: { ...reading, sheet: "people" }, layout: { kind: "workbook", header: true, sheet: "people" } }));
    assert.deepEqual(await sheets(), ["as it looks", "visits", "people"]);
    assert.equal(await page.getByLabel("First row").count(), 1);
    await page.evaluate(() => window.panel.clear());
    assert.ok(await page.locator(".reading").isHidden());
    await page.evaluate((one) => window.panel.showTable(one), table({ layout: { kind: "other" } }));
    assert.equal(await page.locator("select").count(), 0, "nothing can be said about a Parquet file");
  }));

test("a problem is heard, has its ways out, and can be closed", () =>
  withParts(async (page) => {
    await page.evaluate(() => {
      window.taken = 0;
      window.bar = new parts.bar.StatusBar([]);
      document.body.append(window.bar.element);
      window.bar.showProblem("people.csv, line 3: something <b>odd</b>.", [{ words: "decimal comma", take: () => ++window.taken }]);
    });
    assert.equal(await page.getByRole("alert").textContent(), "people.csv, line 3: something <b>odd</b>.");
    assert.ok(await page.locator(".problem").evaluate((box) => box === document.activeElement));
    await page.getByRole("button", { name: "decimal comma" }).click();
    assert.equal(await page.evaluate(() => window.taken), 1);
    await page.getByRole("button", { name: "Close" }).click();
    assert.ok(await page.locator(".problem").isHidden());
    await page.evaluate(() => window.bar.showProblem("Another."));
    assert.equal(await page.getByRole("button").count(), 1, "only Close");
  }));
