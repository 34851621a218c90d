// Debian's Chromium, driven by playwright-core. Every page is watched: an error on the console or a
// request that leaves this machine fails the test.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after } from "node:test";

const root = path.resolve(import.meta.dirname, "../../..");
const { chromium } = createRequire(path.join(root, "apps/web/page/package.json"))("playwright-core");

const screenshots = path.join(path.dirname(process.env.OVERHAND_BINARY), "screenshots");

const quiet = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

const isHere = (url) =>
  /^(file|data|blob|about|chrome):/.test(url) || ["127.0.0.1", "localhost"].includes(new URL(url).hostname);

// One browser for a test file; each page has a profile of its own that is forgotten.
let browser;
after(async () => (await browser)?.close());

// Runs `use(page, watch)` in a fresh page; what `watch` saw must be clean at the end.
export async function withPage(options, use) {
  browser ??= chromium.launch({ executablePath: "/usr/bin/chromium", args: quiet });
  const context = await (await browser).newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true, ...options });
  const watch = { errors: [], strangers: [] };
  try {
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && watch.errors.push(message.text()));
    page.on("pageerror", (error) => watch.errors.push(String(error)));
    page.on("request", (request) => isHere(request.url()) || watch.strangers.push(request.url()));
    await use(page, watch);
    assert.deepEqual(watch.errors, [], "errors on the console");
    assert.deepEqual(watch.strangers, [], "requests that leave this machine");
  } finally {
    await context.close();
  }
}

export async function screenshot(page, name, options = {}) {
  mkdirSync(screenshots, { recursive: true });
  if (options.fullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), ...options });
}

// Scrolls through the page until every figure in it was drawn, and returns their number.
export async function drawnFigures(page) {
  const places = page.locator(".plot");
  const total = await places.count();
  for (let i = 0; i < total; ++i) {
    await places.nth(i).scrollIntoViewIfNeeded();
    await page.waitForFunction((k) => document.querySelectorAll(".plot")[k].dataset.drawn, i);
    assert.equal(await places.nth(i).getAttribute("data-drawn"), "yes", `figure ${i}`);
    const marks = await places.nth(i).locator("svg [class*=mark-]:not(.role-axis *):not(.role-legend *) path, svg .mark-rect path").count();
    assert.ok(marks > 0, `figure ${i} has marks`);
  }
  return total;
}
