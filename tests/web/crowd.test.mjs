// A crowd of strangers, without the token, on this machine: they must not keep the owner out, nor fill the memory.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { api, ask, startServer } from "./support/server.mjs";

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const megabytes = () => Number(readFileSync(`/proc/${server.pid}/status`, "utf8").match(/VmHWM:\s+(\d+)/)[1]) / 1024;

async function stranger(text) {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {}); // hung up on
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

// All that a raw connection is told until it is closed.
async function told(socket) {
  let text = "";
  socket.on("data", (part) => (text += part));
  if (!socket.destroyed) await once(socket, "close");
  return text;
}

test("300 strangers who never finish their request do not keep the owner out", async () => {
  const beginnings = ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX: "];
  const crowd = await Promise.all(Array.from({ length: 300 }, (_, i) => stranger(beginnings[i % beginnings.length])));
  const drops = setInterval(() => crowd.forEach((socket) => socket.write("y")), 200);
  for (let i = 0; i < 20; ++i) assert.equal((await ask(server)).status, 200);
  clearInterval(drops);
  crowd.forEach((socket) => socket.destroy());
});

test("a stranger who waits and one who trickles are shown out", async () => {
  const silent = await stranger("GET / HTTP/1.1\r\n");
  const trickling = await stranger("GET / HTTP/1.1\r\n");
  const drops = setInterval(() => trickling.write("X: y\r\n"), 200);
  assert.match(await told(silent), /^HTTP\/1\.1 408 /);
  await told(trickling);
  clearInterval(drops);
});

test("headers without end", async () => {
  const before = megabytes();
  const lines = `${"X-header: ".padEnd(1000, "y")}\r\n`.repeat(1000);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => stranger("GET / HTTP/1.1\r\n")));
  await Promise.all(crowd.map(async (socket) => {
    for (let sent = 0; sent < 100 && !socket.destroyed; ++sent) {
      if (!socket.write(lines)) await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => {});
    }
    assert.ok(socket.destroyed, "100 MB of headers were taken");
  }));
  assert.ok(megabytes() - before < 100, `${before} MB, then ${megabytes()} MB`);
});

test("200 at once, with and without the token: each gets its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(server, { path: i % 2 ? api(server, "about") : "/" })));
  assert.deepEqual(answers.map((answer) => answer.status), answers.map((_, i) => (i % 2 ? 200 : 403)));
});

test("a request in pieces is put together", async () => {
  const socket = await stranger(`GET ${api(server, "about")} HTT`);
  for (const piece of [`P/1.1\r\nHost: 127.0.0.1:${server.port}\r`, "\n\r", "\n"]) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(piece);
  }
  assert.match(await told(socket), /^HTTP\/1\.1 200 [^]*max_upload_bytes/);
});

test("JSON nested without end", async () => {
  for (const [open, close] of [["[", "]"], ['{"a":', "}"]]) {
    for (const depth of [64, 100000, 1000000]) {
      const body = `{"options":${open.repeat(depth)}1${close.repeat(depth)}}`;
      const answer = await ask(server, { path: api(server, "mask"), method: "POST", body });
      assert.equal(answer.status, 400, answer.body.slice(0, 200));
      assert.match(JSON.parse(answer.body).error, /nested/);
    }
  }
  assert.equal((await ask(server)).status, 200);
});

test("an upload that breaks off is not called too large", async () => {
  const head = (more) => `POST ${api(server, "upload")} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Filename: a.csv\r\n${more}\r\n\r\n`;
  for (const more of ["Content-Length: 1000", "Transfer-Encoding: chunked"]) {
    const socket = await stranger(`${head(more)}${more.includes("chunked") ? "100\r\n" : ""}a,b\n1,2\n`);
    socket.end();
    const answer = await told(socket);
    assert.match(answer, /^HTTP\/1\.1 400 [^]*broke off/);
  }
});
