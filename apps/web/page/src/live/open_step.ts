// Step 1: a file by drop or choice, or the sample.
import { element } from "../dom";
import * as api from "./api";

// A browser looks at the last part of a name alone: ".csv.gz" is ".gz" to it.
const accepted = (extensions: string[]): string => extensions.map((extension) => extension.replace(/^.*\./, ".")).join(",");

export function openStep(about: api.About, opened: (load: () => Promise<api.TableFacts>) => void): HTMLElement {
  const take = (file: File | undefined | null) => {
    if (!file) return;
    opened(async () => {
      if (file.size > about.max_upload_bytes) {
        const limit = Math.floor(about.max_upload_bytes / 2 ** 20);
        throw new api.Refusal(`The file is larger than ${limit} MB; start overhand serve with a larger --max-upload.`);
      }
      return api.upload(file);
    });
  };
  const input = element("input", { type: "file", id: "file", accept: accepted(about.extensions) });
  input.addEventListener("change", () => {
    take(input.files?.[0]);
    input.value = "";
  });
  const area = element(
    "div",
    { class: "drop" },
    element("label", { for: "file" }, "Choose a table, or drop it here"),
    input,
    element("p", { class: "quiet" }, "CSV or TSV (also .gz, .zst), Excel or OpenDocument, Stata, SPSS, SAS, Parquet, Feather or ORC"),
    element("button", { type: "button", click: () => opened(api.sample) }, "Try a simulated hospital"),
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
