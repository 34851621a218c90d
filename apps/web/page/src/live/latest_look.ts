// Figures that are asked for again and again: only the last question is answered, the ones before are stopped.
import * as api from "./api";

export type Ask<T> = (request: unknown, show: (step: api.Step) => void) => Promise<T | null>; // null: asked again meanwhile

export interface Look<T> {
  ask: Ask<T>;
  stop(): void;
}

export function latestLook<T>(action: string): Look<T> {
  let turn = 0;
  let job: number | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const stop = () => {
    if (job !== null) void api.cancel(job).catch(() => {});
  };
  const work = async (mine: number, request: unknown, show: (step: api.Step) => void): Promise<T> => {
    job = await api.start(action, request);
    if (mine !== turn) stop();
    try {
      return await api.follow<T>(job, show);
    } finally {
      job = null;
    }
  };
  const ask: Ask<T> = async (request, show) => {
    const mine = ++turn;
    stop();
    await running.catch(() => {}); // of a kind there is one job at a time
    if (mine !== turn) return null;
    const asked = work(mine, request, show);
    running = asked;
    try {
      const answer = await asked;
      return mine === turn ? answer : null;
    } catch (error) {
      if (mine !== turn) return null;
      throw error;
    }
  };
  return { ask, stop };
}
