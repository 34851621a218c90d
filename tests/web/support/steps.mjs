// The steps of the page, as a person takes them.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { overhand } from "./server.mjs";

// A survey with a name, which looks like an identifier, and a region, which does not.
export function people(folder, rows) {
  const file = path.join(folder, "people.csv");
  const [head, ...lines] = overhand("simulate", "survey", "-n", String(rows), "--seed", "1", "-o", "-").toString().trim().split("\n");
  writeFileSync(file, [`name,region,${head}`, ...lines.map((line, i) => `person ${i},${i % 2 ? "north" : "south"},${line}`)].join("\n") + "\n");
  return file;
}

export async function opened(page, server, file) {
  await page.goto(server.address);
  await page.setInputFiles("#file", file);
  await page.waitForSelector("#step-2:not([hidden])");
}

// Opens the card of a method, if need be, and gives it.
export async function cardOf(page, method) {
  const card = page.locator(`details.card[data-method=${method}]`);
  if ((await card.getAttribute("open")) === null) await card.locator("summary").first().click();
  return card;
}

export async function maskWith(page, method) {
  await (await cardOf(page, method)).getByRole("button", { name: `Mask with ${method}` }).click();
  await page.waitForSelector("#step-5:not([hidden])");
}

export async function unlock(page, reason) {
  await page.locator("#reason").fill(reason);
  await page.click("#unlock");
  await page.waitForSelector("#download-masked");
}

export const isInView = (page, selector) =>
  page.locator(selector).evaluate((node) => {
    const box = node.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= window.innerHeight && node.contains(document.elementFromPoint(box.left + 5, box.top + box.height / 2));
  });

export async function downloaded(page, id) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
  return { name: download.suggestedFilename(), path: await download.path() };
}
