// Step 5: the masked file, the reports by their names, and the command line that does the same.
import { element } from "../dom";
import * as api from "./api";
import { saveSchema } from "./save_schema";

const shortestReason = 10;

export interface TakeStep {
  element: HTMLElement;
  // A result that is out of date is not to be taken.
  setStale(isStale: boolean): void;
}

interface CommandLine {
  element: HTMLElement;
  set(command: string): void;
}

function commandLine(command: string): CommandLine {
  const words = element("code", {}, command);
  const code = element("pre", { tabindex: 0, "aria-label": "Command line" }, words);
  const copy = element("button", { type: "button", class: "second" }, "Copy");
  copy.addEventListener("click", () => {
    void navigator.clipboard.writeText(words.textContent ?? "").then(() => (copy.textContent = "Copied"));
  });
  const set = (now: string) => {
    words.textContent = now;
    copy.textContent = "Copy";
  };
  return { element: element("div", { class: "command" }, code, copy), set };
}

// The downloads behind a reason, which goes into both reports and the manifest of a release.
function lockedBox(isRelease: boolean, unlock: (reason: string) => void): HTMLElement {
  const why = isRelease ? "This table is not under every ceiling, so it is locked." : "This result is not judged usable, so it is locked.";
  const where = isRelease ? "It stands on top of both reports, and in the manifest." : "The reason is written into both reports.";
  const reason = element("textarea", { id: "reason", rows: 3, maxlength: 2000, "aria-describedby": "reason-help" });
  const open = element("button", { type: "submit", id: "unlock", class: "danger", disabled: true }, "Unlock the downloads");
  reason.addEventListener("input", () => (open.disabled = reason.value.trim().length < shortestReason));
  const form = element(
    "form",
    { class: "warning refused", id: "locked" },
    element("p", {}, element("strong", {}, why)),
    element("label", { for: "reason" }, "Why do you take it all the same?"),
    reason,
    element("p", { class: "quiet", id: "reason-help" }, `At least ${shortestReason} letters. ${where}`),
    open,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    unlock(reason.value);
  });
  return form;
}

function downloads(job: number, outcome: api.Outcome, attempt: (work: () => Promise<void>) => void): HTMLElement {
  const button = (what: api.Download, kind: string, words: string) =>
    element("button", { type: "button", class: kind, id: `download-${what}`, click: () => attempt(() => api.download(job, what)) }, words);
  return element(
    "div",
    { class: "buttons" },
    outcome.masked && button("masked", "", "Masked table"),
    outcome.has_external_report && button("report", "", "Report to pass on"),
    button("report-internal", "second", "Internal report: for the owner of the data only"),
    outcome.release && outcome.masked && button("manifest", "second", "Manifest"),
  );
}

// `attempt` does the work and shows what went wrong.
export function takeStep(job: number, outcome: api.Outcome, attempt: (work: () => Promise<void>) => void): TakeStep {
  const isLocked = outcome.masked && outcome.level !== "usable" && outcome.level !== "care";
  const buttons = downloads(job, outcome, attempt);
  const fields = element("fieldset", { class: "plain", "aria-label": "Downloads" });
  const command = commandLine(outcome.command);
  const unlock = (reason: string) =>
    attempt(async () => {
      command.set(await api.acceptRisk(job, reason));
      fields.replaceChildren(buttons);
      buttons.querySelector("button")!.focus();
    });
  fields.append(isLocked ? lockedBox(outcome.release === true, unlock) : buttons);
  const schema = outcome.schema;
  const content = element(
    "div",
    {},
    outcome.key === "seed" &&
      element("p", { class: "warning" }, "Made with a seed, for experiments: who guesses the seed undoes the masking. Do not release this table."),
    !outcome.release && outcome.masked && element("p", { class: "warning not-attacked" }, "Measured, not attacked: whether a table may go out is told by Find the best release alone."),
    fields,
    element("h3", {}, "The same on the command line"),
    command.element,
    schema !== null &&
      element(
        "p",
        {},
        element("button", { type: "button", class: "second", id: "schema-of-command", click: () => saveSchema(schema) }, "schema.toml"),
        " says what each column is; the command reads it.",
      ),
    outcome.key === "operating system" && element("p", { class: "quiet" }, "Each run takes a fresh key, so the numbers of another run differ a little."),
  );
  return { element: content, setStale: (isStale) => (fields.disabled = isStale) };
}
