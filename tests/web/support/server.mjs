// `overhand serve` as a person starts it, and requests to it that a browser would not send.
import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";

export const binary = process.env.OVERHAND_BINARY;
export const overhand = (...words) => execFileSync(binary, words, { stdio: ["ignore", "pipe", "ignore"] });

export async function startServer(words = [], environment = {}) {
  const child = spawn(binary, ["serve", ...words], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, ...environment } });
  const address = await new Promise((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      if (output.includes("Ctrl-C")) resolve(output.match(/http:\S+/)[0]);
    });
    child.on("exit", () => reject(new Error("overhand serve ended before it was ready")));
  });
  const stop = async (signal = "SIGTERM") => {
    if (child.exitCode !== null) return child.exitCode;
    const ended = once(child, "exit");
    child.kill(signal);
    return (await ended)[0];
  };
  return { address, port: Number(new URL(address).port), token: new URL(address).pathname.slice(1, -1), pid: child.pid, stop };
}

// A plain request with exactly these headers; `body` may be a Buffer or a list of chunks.
export function ask(server, { path = `/${server.token}/`, method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, path, method, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    if (body) sent.write(body);
    sent.end();
  });
}

export const api = (server, path) => `/${server.token}/api/${path}`;
export const post = (server, path, json) =>
  ask(server, { path: api(server, path), method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(json) });
export const upload = (server, name, body) =>
  ask(server, { path: api(server, "upload"), method: "POST", headers: { "X-Filename": encodeURIComponent(name), "Content-Length": Buffer.byteLength(body) }, body });

// The last event of a job: {"result": …} or {"error": …}.
export async function finished(server, job) {
  const { body } = await ask(server, { path: api(server, `jobs/${job}/events`) });
  const events = body.split("\n\n").filter((event) => event.startsWith("data: "));
  return JSON.parse(events.at(-1).slice("data: ".length));
}
