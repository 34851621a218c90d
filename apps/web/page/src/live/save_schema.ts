// Gives the person a schema under the name by which the command line that is shown calls it.
import { element } from "../dom";

export function saveSchema(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  element("a", { href: address, download: "schema.toml" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the download has begun by then
}
