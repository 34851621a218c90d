// Step 1: a file by drop or choice, or the sample.
import { element } from "../dom";
import * as api from "./api";

// What the first line of a CSV file is: it can look like a record and be none.
function firstLine(changed: () => void): HTMLSelectElement {
  const choice = element(
    "select",
    { id: "first-line" },
    element("option", { value: "" }, "as it looks"),
    element("option", { value: "present" }, "the names of the columns"),
    element("option", { value: "absent" }, "a record"),
  );
  choice.addEventListener("change", changed);
  return choice;
}

export function openStep(about: api.About, opened: (load: () => Promise<api.TableFacts>) => void): HTMLElement {
  let last: File | null = null;
  const header = firstLine(() => take(last));
  const take = (file: File | undefined | null) => {
    if (!file) return;
    last = file;
    opened(async () => {
      if (file.size > about.max_upload_bytes) {
        const limit = Math.floor(about.max_upload_bytes / 2 ** 20);
        throw new api.Refusal(`The file is larger than ${limit} MB; start overhand serve with a larger --max-upload.`);
      }
      return api.upload(file, header.value);
    });
  };
  const sample = () => {
    last = null; // the first line is the survey's own
    opened(api.sample);
  };
  const input = element("input", { type: "file", id: "file", accept: ".csv,.tsv,.gz,.zst,.parquet,.feather,.arrow" });
  input.addEventListener("change", () => {
    take(input.files?.[0]);
    input.value = "";
  });
  const area = element(
    "div",
    { class: "drop" },
    element("label", { for: "file" }, "Choose a table, or drop it here"),
    input,
    element("p", { class: "quiet" }, "CSV or TSV (also .gz, .zst), Parquet or Feather"),
    element("p", { class: "first-line" }, element("label", { for: "first-line" }, "The first line of a CSV file is "), header),
    element("button", { type: "button", click: sample }, "Try a simulated survey"),
  );
  for (const name of ["dragover", "dragleave", "drop"]) {
    area.addEventListener(name, (event) => {
      event.preventDefault();
      area.classList.toggle("over", name === "dragover");
    });
  }
  area.addEventListener("drop", (event) => take(event.dataTransfer?.files[0]));
  return area;
}
