import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { OutboundError } from "#shop/outbound/outbound-error.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { projectFolder } from "../environment/config.ts";
import { createLog, logProblems, requestIds } from "./log.ts";

const request = { requestId: "one", method: "GET", route: "/cart", path: "/cart", status: 200, ms: 1.25 };

test("on a terminal, a request is one line that people can read", async () => {
  const { output, printed } = await openOutput();
  const log = await createLog("info", { ...output, isTTY: true });
  log.info(request, "request");
  log.debug(request, "request");
  expect(stripVTControlCharacters(printed())).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/cart 200, 1\.25 ms\n$/);
});

test("on a terminal, a problem is printed with its causes", async () => {
  const { output, printed } = await openOutput();
  const log = await createLog("info", { ...output, isTTY: true });
  logProblems(log)("Order not saved", new TypeError("no such table: orders"));
  const shown = stripVTControlCharacters(printed());
  expect(shown).toMatch(/^\[\d\d:\d\d:\d\d\] ERROR: Order not saved\n/);
  expect(shown).toContain("no such table: orders");
  expect(shown).toContain("log.test.ts");
});

// Security: 7.3.1
test("elsewhere, each entry is a line of JSON", async () => {
  const { output, printed } = await openOutput();
  const log = await createLog("info", output);
  log.info(request, "request");
  log.warn("Take care");
  const read = () => printed().trim().split("\n");
  await eventually(() => expect(read()).toHaveLength(2));
  const [first = "", second = ""] = read();
  expect(JSON.parse(first)).toEqual({
    level: "info",
    time: expect.any(String),
    pid: process.pid,
    ...request,
    msg: "request",
  });
  expect(JSON.parse(second)).toMatchObject({ level: "warn", msg: "Take care" });
});

test("entries of many batches, and one longer than a batch, are written whole and in order", async () => {
  const { output, printed } = await openOutput();
  const log = await createLog("info", output);
  const messages = Array.from({ length: 3000 }, (_, number) => `${number} ${"Ë".repeat(number % 100)}`);
  messages.push("a".repeat(100_000), "last");
  for (const message of messages) log.info(message);
  await eventually(() => expect(printed().trim().split("\n")).toHaveLength(messages.length));
  const lines = printed().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(messages);
});

test("a problem bears the id of the request that it came up in", async () => {
  const { output, printed } = await openOutput();
  const note = logProblems(await createLog("info", output));
  await requestIds.run("one", async () => {
    await Promise.resolve();
    note("Order not saved", new Error("locked"));
  });
  await eventually(() => expect(printed()).toContain("\n"));
  expect(JSON.parse(printed())).toMatchObject({
    level: "error",
    requestId: "one",
    err: { type: "Error", message: "locked", stack: expect.stringContaining("log.test.ts") },
    msg: "Order not saved",
  });
});

test("a site that doesn't answer for now is a warning of one line without a stack", async () => {
  const { output, printed } = await openOutput();
  const note = logProblems(await createLog("info", output));
  note("VAT number not checked", new OutboundError("unreachable", "VIES hasn't answered:\nMS_UNAVAILABLE"));
  note("VAT number not checked", new OutboundError("refused", "vies.internal is a private address"));
  const read = () => printed().trim().split("\n");
  await eventually(() => expect(read()).toHaveLength(2));
  const [away = "", refused = ""] = read();
  const msg = "VAT number not checked: VIES hasn't answered: MS_UNAVAILABLE";
  expect(JSON.parse(away)).toEqual({ level: "warn", time: expect.any(String), pid: process.pid, msg });
  expect(JSON.parse(refused)).toMatchObject({ level: "error", err: { stack: expect.any(String) } });
});

// Security: 7.1.1
test("what an error says of people is left out", async () => {
  const { output, printed } = await openOutput();
  const note = logProblems(await createLog("info", output));
  const cause = Object.assign(new Error("550 <o'ada@example.com> is unknown"), { code: "EENVELOPE" });
  const details = { code: "23505", detail: "Key (city)=(Bergen) exists", rejected: ["ada@example.com"] };
  note("Mail not sent", Object.assign(new Error("Refused: ada@example.com", { cause }), details));
  note("Mail not sent", "postgres://torg:hidden@localhost/shop");
  await eventually(() => expect(printed().split("\n")).toHaveLength(3));
  expect(printed()).toContain("Refused: …@…: 550 <…@…> is unknown");
  expect(printed()).toContain('"code":"23505"');
  expect(printed()).not.toMatch(/ada|Bergen|hidden/);
});

// Security: 7.4.2
test("an error that nothing catches is the last entry before the process ends", async () => {
  const program = `
    import { createLog, logCrashes } from "./server/observability/log.ts";
    const log = await createLog("info");
    logCrashes(log);
    log.info("Open");
    setImmediate(() => { throw new TypeError("unexpected"); });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: projectFolder });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  expect([code, errors]).toEqual([1, ""]);
  const entries = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries).toMatchObject([
    { level: "info", msg: "Open" },
    { level: "fatal", err: { type: "TypeError", message: "unexpected" } },
  ]);
});

/** A file in a terminal's or a pipe's place. */
async function openOutput() {
  const file = join(await temporaryFolder(), "output");
  return { output: { fd: openSync(file, "a") }, printed: () => readFileSync(file, "utf8") };
}
