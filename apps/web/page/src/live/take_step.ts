// Step 5: the masked file, the report, and the command line that does the same.
import { element } from "../dom";
import * as api from "./api";

function commandLine(command: string): HTMLElement {
  const code = element("pre", { tabindex: 0, "aria-label": "Command line" }, element("code", {}, command));
  const copy = element("button", { type: "button", class: "second" }, "Copy");
  copy.addEventListener("click", () => {
    void navigator.clipboard.writeText(command).then(() => (copy.textContent = "Copied"));
  });
  return element("div", { class: "command" }, code, copy);
}

export function takeStep(job: number, outcome: api.Outcome): HTMLElement {
  const link = (what: "masked" | "report", words: string) =>
    element("a", { class: "button", href: api.download(job, what), download: "", id: `download-${what}` }, words);
  return element(
    "div",
    {},
    outcome.key === "seed" &&
      element("p", { class: "warning" }, "Made with a seed, for experiments: who guesses the seed undoes the masking. Do not release this table."),
    element("div", { class: "buttons" }, outcome.masked && link("masked", "Download the masked table"), link("report", "Download the report")),
    element("h3", {}, "The same on the command line"),
    commandLine(outcome.command),
    outcome.key === "operating system" && element("p", { class: "quiet" }, "Each run takes a fresh key, so the numbers of another run differ a little."),
  );
}
