// What a finished job gives away, asked for directly: by audience, and by a reason where it is not judged usable.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { api, ask, finished, post, startServer } from "./support/server.mjs";

let server;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "overhand-downloads-"));
  server = await startServer([], { TMPDIR: folder });
  await ask(server, { path: api(server, "sample") });
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const columns = { mask: ["length_of_stay", "cost_ward", "cost_drugs", "haemoglobin"] };
const usable = { method: "cell_rotate", columns };
const unsafe = { method: "sjppds", options: { bins: "100" }, columns }; // every record is linked to its source

async function masked(request) {
  const job = JSON.parse((await post(server, "mask", request)).body).job;
  return { job, ...(await finished(server, job)) };
}
const download = (job, what) => ask(server, { path: api(server, `jobs/${job}/download/${what}`) });
const reportIn = (answer) => JSON.parse(answer.body.match(/<script id="report"[^>]*>([^]*?)<\/script>/)[1]);

test("two reports by their names, each for its audience", async () => {
  const { job, result } = await masked(usable);
  assert.ok(["usable", "care"].includes(result.level), result.level);
  assert.equal((await download(job, "masked")).status, 200);
  for (const [what, file, audience] of [["report", "report.html", "external"], ["report-internal", "report-internal.html", "internal"]]) {
    const answer = await download(job, what);
    assert.equal(answer.headers["content-disposition"], `attachment; filename="${file}"`);
    assert.equal(reportIn(answer).audience, audience);
  }
  const pairs = (report) => JSON.stringify(report.sections.find((section) => section.id === "pairs"));
  assert.match(pairs(reportIn(await download(job, "report-internal"))), /"original"/);
  assert.doesNotMatch(pairs(reportIn(await download(job, "report"))), /"table":"original"/);
});

test("reports say which file, which columns and when", async () => {
  const { job } = await masked({ ...usable, columns: { ...columns, drop: ["name"], keep: ["sex"] } });
  await post(server, `jobs/${job}/accept-risk`, { reason: "only to read its details" });
  const details = async (what) => Object.fromEntries(reportIn(await download(job, what)).details.map(({ name, value }) => [name, value]));
  const internal = await details("report-internal");
  assert.equal(internal["table"], "hospital.csv");
  assert.match(internal["date"], /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  assert.equal(internal["columns kept as they are"], "sex");
  assert.equal(internal["columns dropped"], "name");
  assert.match(internal["columns masked"], /length_of_stay/);
  assert.doesNotMatch(internal["columns masked"], /name|sex/);
  assert.equal((await details("report"))["columns dropped"], undefined);
});

test("what is not judged usable is locked until somebody says why", async () => {
  const { job, result } = await masked(unsafe);
  assert.equal(result.level, "refused");
  for (const what of ["masked", "report", "report-internal"]) {
    const answer = await download(job, what);
    assert.equal(answer.status, 403);
    assert.match(JSON.parse(answer.body).error, /reason/);
  }
  for (const reason of ["", "          ", "ok", "ñandúes", "x".repeat(2001), 12345678901, null, ["because I say so"]]) {
    assert.equal((await post(server, `jobs/${job}/accept-risk`, { reason })).status, 400, JSON.stringify(reason));
  }
  assert.equal((await download(job, "masked")).status, 403);
  const reason = "For the <auditors> only, by contract 17";
  assert.equal((await post(server, `jobs/${job}/accept-risk`, { reason: `  ${reason} ` })).status, 200);
  assert.equal((await download(job, "masked")).status, 200);
  for (const what of ["report", "report-internal"]) {
    const { details } = reportIn(await download(job, what));
    assert.ok(details.some(({ name, value }) => /because/.test(name) && value === reason), what);
  }
});

test("the last four results are kept, older ones go with their files", async () => {
  const first = await masked(usable);
  assert.equal((await download(first.job, "masked")).status, 200);
  let last;
  for (let i = 0; i < 4; ++i) last = await masked(usable);
  for (const what of ["masked", "report", "report-internal"]) {
    const answer = await download(first.job, what);
    assert.equal(answer.status, 410);
    assert.match(JSON.parse(answer.body).error, /last 4/);
  }
  assert.equal((await download(last.job - 3, "masked")).status, 200);
  const [session] = readdirSync(folder);
  const jobs = readdirSync(path.join(folder, session)).filter((name) => name.startsWith("job-"));
  assert.deepEqual(jobs.sort(), [3, 2, 1, 0].map((back) => `job-${last.job - back}`).sort());
  assert.equal((await download(last.job + 1, "masked")).status, 404);
});
