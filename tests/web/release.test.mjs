// The release on the page: who gets the table, what the attacks learnt, and what is locked until somebody says why.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawnFigures, screenshot, withPage } from "./support/browser.mjs";
import { api, ask, binary, finished, overhand, post, startServer, upload } from "./support/server.mjs";
import { cardOf, downloaded, isInView, maskWith, opened } from "./support/steps.mjs";

let server;
let folder;
let people; // of whom little can be learnt
let alike; // of whom much can: their columns go together
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-release-"));
  people = path.join(folder, "people.csv");
  overhand("simulate", "gaussian", "-n", "600", "--seed", "1", "-o", people);
  alike = path.join(folder, "alike.csv");
  overhand("simulate", "gaussian", "-n", "500", "-p", "5", "--rho", "0.9", "--seed", "1", "-o", alike);
  server = await startServer();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const find = (page) => page.getByRole("button", { name: "Find the best release" });
const profile = (page, name) => page.getByRole("radio", { name });
const files = [["masked", "masked.csv"], ["report", "report.html"], ["report-internal", "report-internal.html"], ["manifest", "manifest.json"]];

// The request that the page sends, with one method alone: a test need not try them all.
const withMethod = (page, method) =>
  page.route("**/api/release", (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), method }) }));

async function released(page) {
  await page.waitForSelector("#step-5:not([hidden]) [aria-label=Downloads]", { timeout: 200_000 });
}

// All files under their own names in one folder, as a person would keep them.
async function takenTo(page, name) {
  const place = mkdtempSync(path.join(folder, name));
  for (const [what, file] of files) {
    const taken = await downloaded(page, `#download-${what}`);
    assert.equal(taken.name, file);
    writeFileSync(path.join(place, file), readFileSync(taken.path));
  }
  return place;
}

const manifestIn = (place) => JSON.parse(readFileSync(path.join(place, "manifest.json"), "utf8"));
const verified = (place) => execFileSync(binary, ["verify", place]).toString();

test("what is under every ceiling goes out with its reports and manifest", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people);
    await profile(page, "People of your own house").check();
    await screenshot(page, "release-choose", { fullPage: true });
    await withMethod(page, "cell_rotate");
    await find(page).click();
    await released(page);
    assert.match(await page.locator("#step-4 .verdict h2").textContent(), /^May be released to people of your own house: under every ceiling\./);
    assert.equal(await page.locator("#locked, .not-attacked").count(), 0);
    assert.match(await page.locator("pre[aria-label='Command line']").textContent(), /^overhand release people\.csv -o released --profile internal --method cell_rotate/);
    const bars = page.locator("#attack-bars");
    assert.match(await bars.locator(".plot").getAttribute("aria-label"), /people in the table \d+, strangers \d+, allowed \d+/);
    await bars.locator(".plot").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector("#attack-bars .plot").dataset.drawn === "yes");
    await screenshot(page, "release-passed", { fullPage: true });
    await bars.locator("summary").press("Enter");
    await bars.locator("tbody tr").nth(6).waitFor(); // at least seven
    assert.match(await page.locator("#attacked-settings").textContent(), /cell_rotate.*under every ceiling/);
    const place = await takenTo(page, "passed-");
    assert.match(verified(place), /All 2 files of .* are as they were released\./);
    const manifest = manifestIn(place);
    assert.equal(manifest.profile, "internal");
    assert.equal(manifest.decision, "under every ceiling");
    assert.equal(manifest.accepted_because, undefined);
    assert.ok(manifest.attacks.every(({ kept }) => kept));
    for (const [file, audience] of [["report.html", /^Report to pass on/], ["report-internal.html", /^Internal report/]]) {
      await page.goto(pathToFileURL(path.join(place, file)).href);
      assert.match(await page.locator(".audience").textContent(), audience);
      assert.equal(await page.locator(".accepted").count(), 0);
      await drawnFigures(page);
    }
  });
});

test("what is refused is locked until a reason is typed, which stands first in reports and manifest", async () => {
  const reason = 'the ministry asked for "this" <b>table</b>';
  await withPage({}, async (page) => {
    await opened(page, server, alike);
    await profile(page, "Anybody").check();
    await withMethod(page, "cart");
    await find(page).click();
    await released(page);
    assert.match(await page.locator("#step-4 .verdict h2").textContent(), /^Beyond its ceilings: /);
    assert.match(await page.locator("#attacked-settings").textContent(), /comes nearest, \S+ times a ceiling/);
    assert.equal(await page.locator("[id^=download-]:not(#download-schema)").count(), 0);
    await page.locator("#locked").scrollIntoViewIfNeeded();
    await screenshot(page, "release-refused", { fullPage: true });
    await page.getByLabel("Why do you take it all the same?").fill("because");
    assert.ok(await page.locator("#unlock").isDisabled());
    await page.locator("#reason").fill(reason);
    await page.locator("#reason").press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#download-manifest");
    assert.equal(await page.evaluate(() => document.activeElement.id), "download-masked");
    assert.match(await page.locator("pre[aria-label='Command line']").textContent(), /--accept-risk '/);
    const place = await takenTo(page, "refused-");
    assert.match(verified(place), /All 2 files/);
    assert.equal(manifestIn(place).decision, "risk accepted");
    assert.equal(manifestIn(place).accepted_because, reason);
    for (const file of ["report.html", "report-internal.html"]) {
      await page.goto(pathToFileURL(path.join(place, file)).href);
      assert.equal(await page.locator(".verdict .accepted").textContent(), `The risk was accepted because: ${reason}`);
      assert.ok(await isInView(page, ".verdict .accepted"), "on the first page");
      await screenshot(page, `release-accepted-${path.basename(file, ".html")}`);
    }
  });
});

test("the server itself holds the lock", async () => {
  await upload(server, "alike.csv", readFileSync(alike));
  const { job } = JSON.parse((await post(server, "release", { profile: "public", method: "cart" })).body);
  const { result } = await finished(server, job);
  assert.deepEqual([result.release, result.masked, result.level], [true, true, "refused"]);
  for (const [what] of files) {
    const answer = await ask(server, { path: api(server, `jobs/${job}/download/${what}`) });
    assert.equal(answer.status, 403, what);
    assert.match(answer.body, /only with a reason/);
  }
  assert.equal((await post(server, `jobs/${job}/accept-risk`, { reason: "short" })).status, 400);
  assert.equal((await ask(server, { path: api(server, `jobs/${job}/download/manifest`) })).status, 403);
});

test("a reason that is given twice is the last one, in all files", async () => {
  await upload(server, "alike.csv", readFileSync(alike));
  const { job } = JSON.parse((await post(server, "release", { profile: "public", method: "cart" })).body);
  await finished(server, job);
  await post(server, `jobs/${job}/accept-risk`, { reason: "the first reason" });
  await post(server, `jobs/${job}/accept-risk`, { reason: "the second reason" });
  const place = mkdtempSync(path.join(folder, "twice-"));
  for (const [what, file] of files) {
    const { status, body } = await ask(server, { path: api(server, `jobs/${job}/download/${what}`) });
    assert.equal(status, 200, body);
    assert.ok(!body.includes("the first reason"), file);
    writeFileSync(path.join(place, file), body);
  }
  assert.equal(manifestIn(place).accepted_because, "the second reason");
  assert.match(verified(place), /All 2 files/);
});

test("where every setting links too many records there is no table to accept", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people);
    await withMethod(page, "noise");
    await find(page).click();
    await released(page);
    assert.match(await page.locator("#step-4 .verdict").textContent(), /No setting was worth an attack/);
    assert.equal(await page.locator("#locked, #download-masked, #download-report, #download-manifest").count(), 0);
    assert.equal((await downloaded(page, "#download-report-internal")).name, "report-internal.html");
  });
});

for (const [request, sentence] of [
  [{ seed: "7" }, /a release has a fresh key and no seed/],
  [{ key: "00".repeat(32) }, /a release has a fresh key and no seed/],
  [{ profile: "everybody" }, /There is no profile 'everybody'/],
  [{ profile: 3 }, /profile and method must be given as the page gives it/],
  [{ method: "magic" }, /magic/],
]) {
  test(`refused before anything is tried: ${JSON.stringify(request)}`, async () => {
    await upload(server, "people.csv", readFileSync(people));
    const { job } = JSON.parse((await post(server, "release", request)).body);
    const { error, result } = await finished(server, job);
    assert.equal(result, undefined);
    assert.match(error, sentence);
  });
}

test("columns that name people are refused with what to do", async () => {
  const rows = readFileSync(people, "utf8").trim().split("\n");
  await upload(server, "named.csv", rows.map((row, i) => `${i ? `town ${i % 400}` : "town"},${row}`).join("\n") + "\n");
  const { job } = JSON.parse((await post(server, "release", { method: "cell_rotate", columns: { keep: ["town"], keep_identifiers: true } })).body);
  const { error } = await finished(server, job);
  assert.match(error, /unique: who knows them finds the record; nothing was tried/);
});

test("a wrong file says what is wrong, and there is nothing to release", async () => {
  const wrong = path.join(folder, "wrong.csv");
  writeFileSync(wrong, "a,b\n1,2\n3\n");
  await withPage({}, async (page, watch) => {
    await page.goto(server.address);
    await page.setInputFiles("#file", wrong);
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator(".problem p").textContent(), /wrong\.csv/);
    assert.ok(await page.locator("#step-3").isHidden());
    assert.equal((await post(server, "release", {})).status, 409);
    watch.errors = watch.errors.filter((error) => !/status of 4/.test(error)); // Chromium's own
  });
});

test("a stop gives nothing out and keeps what was found", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people);
    await find(page).click();
    await page.waitForFunction(() => document.querySelectorAll("#step-4 .found .plot").length > 0);
    assert.match(await page.locator(".bar .progress p").textContent(), /^Finding the best release: /);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.locator("#step-4").textContent(), /found before the end; nothing was masked/);
    assert.ok(await page.locator("#step-5").isHidden());
  });
});

test("the keyboard alone chooses for whom and starts", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people);
    const group = page.getByRole("group", { name: "Who gets the table?" });
    assert.equal(await group.getByRole("radio").count(), 3);
    await profile(page, "Known researchers under contract").focus();
    await page.keyboard.press("ArrowDown");
    assert.ok(await profile(page, "Anybody").isChecked());
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.ok(await profile(page, "People of your own house").isChecked());
    await page.keyboard.press("Tab");
    assert.ok(await find(page).evaluate((node) => node === document.activeElement));
    const [request] = await Promise.all([page.waitForRequest("**/api/release"), page.keyboard.press("Enter")]);
    assert.equal(request.postDataJSON().profile, "internal");
    await page.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".problem:not([hidden])");
  });
});

test("a release is out of date when it is for others", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people);
    await profile(page, "People of your own house").check();
    await withMethod(page, "cell_rotate");
    await find(page).click();
    await released(page);
    assert.equal(await page.locator(".stale-notice:visible").count(), 0);
    await profile(page, "Anybody").check();
    assert.equal(await page.locator(".stale-notice:visible").count(), 2);
    assert.ok(await page.locator("#download-manifest").isDisabled());
    await profile(page, "People of your own house").check();
    assert.equal(await page.locator(".stale-notice:visible").count(), 0);
  });
});

test("nothing but a release is said to be releasable", async () => {
  await withPage({}, async (page) => {
    await opened(page, server, people);
    assert.equal(await (await cardOf(page, "cell_rotate")).locator("[name=profile]").count(), 0);
    await maskWith(page, "cell_rotate");
    assert.doesNotMatch(await page.locator("#step-4 .verdict h2").textContent(), /released/);
    assert.match(await page.locator("#step-4 .verdict").textContent(), /whether it may go out is told by a release alone/);
    assert.match(await page.locator("#step-5 .not-attacked").textContent(), /Measured, not attacked/);
    assert.equal(await page.locator("#download-manifest").count(), 0);
  });
});
