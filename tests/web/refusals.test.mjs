// What the server refuses: each of these would let another page, machine or user in.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { api, ask, binary, finished, overhand, post, startServer, upload } from "./support/server.mjs";

let server;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-refusals-"));
  server = await startServer(["--max-upload", "1"], { TMPDIR: folder });
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

// The files of the server's own folder; its lock is always there.
const kept = (place) => readdirSync(place).flatMap((session) => readdirSync(path.join(place, session))).filter((name) => name !== "lock");

const refused = (answer, status, words) => {
  assert.equal(answer.status, status, answer.body.slice(0, 200));
  assert.match(JSON.parse(answer.body).error, words);
};

test("no token, a wrong token, a shorter token", async () => {
  for (const address of ["/", "/api/methods", `/${"0".repeat(64)}/`, `/${server.token.slice(0, 63)}/`, `/${server.token}`]) {
    refused(await ask(server, { path: address }), 403, /secret/);
  }
});

test("a token is 32 random bytes, new each time", async () => {
  assert.match(server.token, /^[0-9a-f]{64}$/);
  const other = await startServer();
  assert.notEqual(other.token, server.token);
  await other.stop();
});

test("a foreign host name, though it leads here", async () => {
  for (const host of ["evil.example", `evil.example:${server.port}`, `127.0.0.1:${server.port + 1}`, "127.0.0.1"]) {
    refused(await ask(server, { headers: { Host: host } }), 403, /own address/);
  }
  assert.equal((await ask(server, { headers: { Host: `localhost:${server.port}` } })).status, 200);
});

test("a foreign origin", async () => {
  const origins = ["https://evil.example", "null", `https://127.0.0.1:${server.port}`, `http://127.0.0.1:${server.port}.evil.example`];
  for (const Origin of origins) {
    refused(await ask(server, { path: api(server, "mask"), method: "POST", headers: { Origin }, body: "{}" }), 403, /own page/);
  }
  const own = await ask(server, { path: api(server, "methods"), headers: { Origin: `http://127.0.0.1:${server.port}` } });
  assert.equal(own.status, 200);
});

test("a file beyond the limit, with and without a length told", async () => {
  const large = Buffer.alloc(2 << 20, "1\n");
  refused(await upload(server, "large.csv", large), 413, /max-upload/);
  const unannounced = await ask(server, { path: api(server, "upload"), method: "POST", headers: { "X-Filename": "large.csv", "Transfer-Encoding": "chunked" }, body: large })
    .catch((error) => error); // the server may hang up while we still send
  if (!(unannounced instanceof Error)) refused(unannounced, 413, /max-upload/);
  assert.deepEqual(kept(folder), []);
});

test("a name is never a path", async () => {
  const answer = await upload(server, "../../../evil.csv", "a,b\n1,2\n3,4\n");
  assert.equal(answer.status, 200, answer.body);
  assert.equal(JSON.parse(answer.body).filename, "evil.csv");
  assert.ok(kept(folder).every((name) => name.startsWith("table-")));
});

test("the folder is private", () => {
  const [session] = readdirSync(folder);
  assert.equal(statSync(path.join(folder, session)).mode & 0o777, 0o700);
});

test("a wrong file gets the library's sentence with the person's file name", async () => {
  refused(await upload(server, "ragged.csv", "a,b\n1,2\n3\n"), 422, /^ragged\.csv, line 3: 1 field, but the header has 2; a field with a line break in it needs quotes\.$/);
  refused(await upload(server, "notes.docx", "x"), 422, /extension/);
  refused(await upload(server, "people.parquet", "not parquet"), 422, /^people\.parquet: not a Parquet file/);
});

test("an extension in capitals is read like any other", async () => {
  const answer = await upload(server, "X.CSV.GZ", gzipSync("a,b\n1,2\n3,4\n"));
  assert.equal(answer.status, 200, answer.body);
  assert.equal(JSON.parse(answer.body).rows, 2);
});

test("requests that make no sense", async () => {
  refused(await ask(server, { path: api(server, "nothing") }), 404, /nothing at this address/);
  refused(await ask(server, { path: api(server, "jobs/77/download/masked") }), 404, /no such job/);
  refused(await ask(server, { path: api(server, "mask"), method: "POST", body: "[" }), 400, /JSON/);
  refused(await ask(server, { path: api(server, "upload"), method: "POST", headers: { "Content-Type": "multipart/form-data; boundary=x" }, body: "--x--" }), 415, /file itself/);
});

test("every answer carries strict headers; the page runs only its own script", async () => {
  for (const address of [`/${server.token}/`, api(server, "methods"), "/"]) {
    const { headers } = await ask(server, { path: address });
    const policy = headers["content-security-policy"];
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["access-control-allow-origin"], undefined);
  }
  const nonce = async () => (await ask(server)).headers["content-security-policy"].match(/nonce-(\w+)/)[1];
  assert.notEqual(await nonce(), await nonce());
});

test("binds 127.0.0.1 and nothing else", async () => {
  const port = server.port.toString(16).toUpperCase().padStart(4, "0");
  const listening = ["tcp", "tcp6"].flatMap((kind) => readFileSync(`/proc/net/${kind}`, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/)).filter((words) => words[1]?.endsWith(`:${port}`) && words[3] === "0A").map((words) => words[1]);
  assert.deepEqual(listening, [`0100007F:${port}`]);
  const others = Object.values(networkInterfaces()).flat().filter((entry) => !entry.internal && entry.family === "IPv4");
  for (const { address } of others) {
    const outcome = await new Promise((resolve) => {
      const socket = connect({ host: address, port: server.port, timeout: 1000 }, () => resolve("connected"));
      socket.on("error", (error) => resolve(error.code)).on("timeout", () => socket.destroy(new Error("no answer")));
    });
    assert.notEqual(outcome, "connected");
  }
  for (const option of ["--host", "--address", "--bind"]) assert.equal(spawnSync(binary, ["serve", option, "0.0.0.0"], { timeout: 10000 }).status, 2);
});

test("a port that is taken", () => {
  const result = spawnSync(binary, ["serve", "--port", String(server.port)], { timeout: 10000 });
  assert.equal(result.status, 3);
  assert.match(result.stderr.toString(), /cannot be had/);
});

test("work that is not there yet", async () => {
  for (const kind of ["mask", "evaluate", "tune", "compare"]) {
    const answer = await post(server, kind, { method: "no such method" });
    assert.ok([202, 501].includes(answer.status), answer.body);
    if (answer.status === 501) assert.match(JSON.parse(answer.body).error, /not part of this program yet/);
  }
});

// The outcome of a job and, where it has one, the report that the page shows.
async function outcome(action, request) {
  const { job } = JSON.parse((await post(server, action, request)).body);
  const last = await finished(server, job);
  const report = await ask(server, { path: api(server, `jobs/${job}/report`) });
  return { ...last, verdict: last.result && JSON.parse(report.body).verdict };
}

test("a kept identifier, until it is allowed", async () => {
  const [head, ...lines] = overhand("simulate", "survey", "-n", "60", "--seed", "1", "-o", "-").toString().trim().split("\n");
  const table = [`name,${head}`, ...lines.map((line, i) => `person ${i},${line}`)].join("\n") + "\n";
  assert.equal((await upload(server, "people.csv", table)).status, 200);
  const refusal = await outcome("mask", { columns: { keep: ["name"] } });
  assert.match(refusal.error, /^people\.csv: Column 'name' is to be kept, with nearly as many values as records/);
  const { result, verdict } = await outcome("mask", { columns: { keep: ["name"], keep_identifiers: true } });
  assert.match(result.command, /--method cell_rotate .*--keep name --keep-identifiers/);
  assert.deepEqual([result.key, result.level, verdict.headline], ["operating system", "refused", "Not safe to share."]);
  assert.match(verdict.intruder.join(" "), /Kept as they are: name\. On them 60 of 60 records are unique/);
  assert.equal((await outcome("mask", { columns: { drop: ["name"] }, seed: 1 })).result.key, "seed");
});

async function serverWithTable() {
  const place = mkdtempSync(path.join(folder, "end-"));
  const started = await startServer([], { TMPDIR: place });
  await upload(started, "people.csv", overhand("simulate", "survey", "-n", "50", "--seed", "1", "-o", "-"));
  assert.deepEqual(kept(place), ["table-1.csv"]);
  return { place, started };
}

test("nothing is left when it ends, by any signal", async () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) {
    const { place, started } = await serverWithTable();
    assert.equal(await started.stop(signal), 0, signal);
    assert.deepEqual(readdirSync(place), [], signal);
  }
});

test("nothing is left when it is killed or crashes", async () => {
  for (const signal of ["SIGKILL", "SIGSEGV", "SIGABRT"]) {
    const { place, started } = await serverWithTable();
    await started.stop(signal);
    while (readdirSync(place).length) await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
