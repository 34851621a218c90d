// Which kept columns an intruder may know, how many records are to share them, and how they are coarsened.
import type { Coarsening } from "./api";

export interface KeyChoice {
  unmarked: string[]; // columns that go out readable, but by which nobody is known
  k: number; // 0: no cell is emptied
  coarsened: Record<string, Coarsening>; // by the name of the column
}

export const noKeyChoice = (): KeyChoice => ({ unmarked: [], k: 0, coarsened: Object.create(null) as Record<string, Coarsening> });

// Of the columns that go out readable.
export const keysAmong = (readable: string[], choice: KeyChoice): string[] => readable.filter((name) => !choice.unmarked.includes(name));

// As the server takes it: what says nothing is not there. All kept columns are keys unless some are named.
export function requestOfKeys(readable: string[], choice: KeyChoice): Record<string, unknown> {
  const keys = keysAmong(readable, choice);
  if (keys.length === 0) return {};
  const coarsen = keys.filter((name) => name in choice.coarsened).map((name) => ({ name, coarsening: choice.coarsened[name] }));
  const isSaid = choice.k > 0 || keys.length < readable.length;
  return { ...(isSaid && { keys }), ...(choice.k > 0 && { k: choice.k }), ...(coarsen.length && { coarsen }) };
}
