// Parts of the page program on their own, in a real browser and without a server: quick enough to try every state.
import { createRequire } from "node:module";
import path from "node:path";
import { withPage } from "./browser.mjs";

const folder = path.resolve(import.meta.dirname, "../../../apps/web/page");
const { build } = createRequire(path.join(folder, "package.json"))("esbuild");

// Every export of these modules, under one name in the page: parts.dom.plural(...).
const modules = {
  dom: "dom", table: "table_view", report: "report", view: "report_view", plot: "plot", api: "live/api", columns: "live/columns_step",
  choose: "live/choose_step", take: "live/take_step", open: "live/open_step", progress: "live/progress_view", reading: "live/reading_panel",
  bar: "live/status_bar", keys: "live/keys_view",
};

let bundle;
async function script() {
  const contents = Object.entries(modules).map(([name, file]) => `export * as ${name} from "./src/${file}";`).join("\n");
  bundle ??= build({ stdin: { contents, resolveDir: folder, loader: "ts" }, bundle: true, format: "iife", globalName: "parts", write: false, logLevel: "error" });
  return (await bundle).outputFiles[0].text;
}

// use(page) in a blank page that has the parts. What is asked of a server is answered by `answers`: body by path.
export async function withParts(use, answers = {}) {
  const content = await script();
  await withPage({}, async (page) => {
    await page.addScriptTag({ content });
    await page.evaluate((all) => {
      window.asked = [];
      window.fetch = async (address, { method = "GET", body } = {}) => {
        window.asked.push({ address: String(address), method, body: typeof body === "string" ? JSON.parse(body) : null });
        const answer = all[address];
        if (answer === undefined) throw new TypeError("no server");
        return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
      };
    }, answers);
    await use(page);
  });
}
