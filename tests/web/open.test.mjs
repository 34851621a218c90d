// Opening the files people have: how a file is read shows at once, and a select mends a wrong guess.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { screenshot, withPage } from "./support/browser.mjs";
import { overhand, startServer } from "./support/server.mjs";
import { cardOf, downloaded, opened, unlock } from "./support/steps.mjs";

const python = path.resolve(import.meta.dirname, "../../.venv/bin/python");

let server;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-open-"));
  server = await startServer();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const hospital = (rows) => overhand("simulate", "hospital", "-n", String(rows), "--seed", "1", "-o", "-").toString();

// As Excel saves it where decimals have commas.
function byExcel(rows) {
  const file = path.join(folder, "patients.csv");
  const lines = hospital(rows).trim().split("\n").map((line) => line.replaceAll(",", ";").replace(/(?<=;-?\d+)\.(?=\d+(;|$))/g, ","));
  writeFileSync(file, "\ufeff" + lines.join("\r\n") + "\r\n");
  return file;
}

const firstRecords = (page) =>
  page.locator(".first-records tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

// Waits until the preview's columns are these.
const readAs = (page, names) =>
  page.waitForFunction(
    (expected) => JSON.stringify([...document.querySelectorAll(".first-records th")].map((cell) => cell.textContent)) === expected,
    JSON.stringify(names),
  );

test("semicolons and decimal commas are found, and shown with the first records", async () => {
  const expected = hospital(300).trim().split("\n").slice(0, 9).map((line) => line.split(","));
  await withPage({}, async (page) => {
    await opened(page, server, byExcel(300));
    assert.deepEqual(await firstRecords(page), expected);
    const shown = async (label) => page.getByLabel(label, { exact: true }).locator("option:checked").textContent();
    assert.deepEqual(
      [await shown("Delimiter"), await shown("Decimals"), await shown("Encoding"), await shown("First line")],
      ["as it looks: semicolon", "as it looks: comma 1,5", "as it looks: UTF-8", "as it looks: names"],
    );
    await screenshot(page, "page-reading");
    await screenshot(page, "page-hospital", { fullPage: true });
  });
});

test("what reading left out, guessed and found is told beside the first records", async () => {
  const file = path.join(folder, "notes.csv");
  const lines = Array.from({ length: 60 }, (_, i) => `M\xfcnchen;${i % 7};${(i * i) % 11};${(i % 7) + ((i * i) % 11)}`);
  writeFileSync(file, Buffer.from(["stadt;a;b;total", ...lines, ";;;", ";;;", ""].join("\r\n"), "latin1"));
  await withPage({}, async (page) => {
    await opened(page, server, file);
    assert.deepEqual(await page.locator(".reading .found li").allTextContents(), [
      "The last 2 lines have no value in any field and are left out.",
      "The text is not UTF-8 and was taken for Windows-1252, as in column 'stadt'; if the letters there come out wrong, save it as UTF-8.",
      "total = a + b in every record.",
    ]);
    await page.getByLabel("Encoding").selectOption("Windows-1252, Latin-1");
    await page.waitForFunction(() => document.querySelectorAll(".reading .found li").length === 2);
  });
});

test("a delimiter chosen by hand changes the preview at once, and goes into the command", async () => {
  const file = path.join(folder, "odd.csv");
  writeFileSync(file, "a|b;c|d\n" + Array.from({ length: 40 }, (_, i) => `${i % 7}|${i % 5};${i % 3}|${i}.5\n`).join(""));
  await withPage({}, async (page, watch) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", file);
    await page.waitForSelector(".reading:not([hidden])");
    await page.getByLabel("Delimiter").selectOption("semicolon");
    await readAs(page, ["a|b", "c|d"]);
    await page.getByLabel("Delimiter").selectOption("bar |");
    await readAs(page, ["a", "b;c", "d"]);
    assert.deepEqual((await firstRecords(page))[1], ["0", "0;0", "0.5"]);
    assert.ok(await page.getByLabel("Delimiter").isVisible(), "the person stays where they are");
    await page.getByLabel("Role of b;c").selectOption("drop");
    const card = await cardOf(page, "noise");
    await card.getByRole("button", { name: "Mask with noise" }).click();
    await page.waitForSelector("#step-5:not([hidden])");
    assert.match(await page.locator("#step-5 code").textContent(), /--delimiter '\|'/);
    watch.errors = watch.errors.filter((error) => !/status of 422/.test(error)); // Chromium's own
  });
});

test("the masked table is written as the file came", async () => {
  const file = byExcel(300);
  await withPage({}, async (page) => {
    await opened(page, server, file);
    const notForNoise = ["sex", "zip", "insurance", "diagnosis", "smoker", "satisfaction", "creatinine", "crp", "glucose"];
    for (const name of notForNoise) await page.getByLabel(`Role of ${name}`, { exact: true }).selectOption("drop");
    const card = await cardOf(page, "noise");
    await card.getByRole("button", { name: "Mask with noise" }).click();
    await page.waitForSelector("#step-5:not([hidden])");
    if (await page.locator("#reason").count()) await unlock(page, "to look at its letters");
    const text = readFileSync((await downloaded(page, "#download-masked")).path, "utf8");
    assert.match(text, /^\ufefflength_of_stay;cost_ward;cost_drugs;cost_surgery;cost;haemoglobin\r\n-?\d+(,\d+)?;-?\d+,\d+;/);
    assert.ok(!text.includes("."), "decimals have commas");
  });
});

test("of a workbook with several sheets one is chosen, by a click or by the select", async () => {
  const file = path.join(folder, "book.xlsx");
  const code = `
import openpyxl, sys
book = openpyxl.Workbook()
for name, column in (("visits", "age"), ("staff", "pay")):
    sheet = book.create_sheet(name)
    sheet.append([column, "hours", "id"])
    for i in range(40):
        sheet.append([20 + i * 7 % 17, i % 9 + 0.5, 1 + i])
del book["Sheet"]
book.save(sys.argv[1])`;
  execFileSync(python, ["-c", code, file]);
  await withPage({}, async (page, watch) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", file);
    await page.waitForSelector(".problem:not([hidden])");
    await screenshot(page, "page-sheets");
    await page.locator(".problem").getByRole("button", { name: "staff" }).click();
    await readAs(page, ["pay", "hours", "id"]);
    await page.getByLabel("Sheet").selectOption("visits");
    await readAs(page, ["age", "hours", "id"]);
    assert.equal(await page.getByLabel("Role of id").inputValue(), "drop");
    await page.getByLabel("Role of id").selectOption("mask"); // decided: the command must say so
    await (await cardOf(page, "noise")).getByRole("button", { name: "Mask with noise" }).click();
    await page.waitForSelector("#step-5:not([hidden])");
    assert.match(await page.locator("#step-5 code").textContent(), /^overhand mask book\.xlsx -o masked\.xlsx .*--sheet visits --columns age,hours,id/);
    watch.errors = watch.errors.filter((error) => !/status of 422/.test(error)); // Chromium's own
  });
});

test("types and roles are set, and the schema says the same to the command line", async () => {
  const file = path.join(folder, "hospital.csv");
  writeFileSync(file, hospital(500));
  const untouched = path.join(folder, "proposed.toml");
  await withPage({}, async (page) => {
    await opened(page, server, file);
    assert.equal(await page.getByLabel("Type of sex").inputValue(), "category");
    assert.equal(await page.getByLabel("Role of name").inputValue(), "drop");
    assert.match(await page.locator(".columns tr", { has: page.getByLabel("Role of name") }).textContent(), /looks like an identifier/);

    for (const name of ["creatinine", "sex", "smoker"]) assert.equal(await page.getByLabel(`Role of ${name}`).inputValue(), "mask");
    const proposed = await downloaded(page, "#schema-of-columns");
    assert.equal(proposed.name, "schema.toml");
    overhand("inspect", file, "--schema", untouched);
    assert.equal(readFileSync(proposed.path, "utf8"), readFileSync(untouched, "utf8"));

    await page.getByLabel("Type of sex").selectOption("integer");
    await page.getByLabel("Type of length_of_stay").selectOption("category");
    assert.equal(await page.getByLabel("Role of length_of_stay").inputValue(), "mask");
    const notForNoise = ["length_of_stay", "zip", "insurance", "diagnosis", "smoker", "satisfaction", "creatinine", "crp", "glucose"];
    for (const name of ["cost", ...notForNoise]) await page.getByLabel(`Role of ${name}`, { exact: true }).selectOption("drop");
    const edited = readFileSync((await downloaded(page, "#schema-of-columns")).path, "utf8");
    assert.match(edited, /\[columns\.sex\][^[]*type = "integer"\nrole = "mask"/);
    assert.match(edited, /\[columns\.cost\][^[]*role = "drop"/);
    assert.match(edited, /\[columns\.length_of_stay\][^[]*type = "category"\nrole = "drop"/);
    await screenshot(page, "page-columns-set", { fullPage: true });

    const card = await cardOf(page, "noise");
    await card.getByText("For experiments").click();
    await card.getByLabel("seed", { exact: true }).fill("7");
    await card.getByRole("button", { name: "Mask with noise" }).click();
    await page.waitForSelector("#step-5:not([hidden])");
    const command = await page.locator("#step-5 code").textContent();
    assert.match(command, /^overhand mask hospital\.csv -o masked\.csv --method noise --percent \d+ --schema schema\.toml --seed 7$/);
    if (await page.locator("#reason").count()) await unlock(page, "to compare it with the command line");
    const masked = await downloaded(page, "#download-masked");
    const used = await downloaded(page, "#schema-of-command");
    assert.equal(readFileSync(used.path, "utf8"), edited);
    writeFileSync(path.join(folder, "schema.toml"), edited);
    const places = { "hospital.csv": file, "schema.toml": path.join(folder, "schema.toml"), "masked.csv": path.join(folder, "cli.csv") };
    overhand(...command.split(" ").slice(1).map((word) => places[word] ?? word));
    assert.deepEqual(readFileSync(masked.path), readFileSync(path.join(folder, "cli.csv")));
  });
});
