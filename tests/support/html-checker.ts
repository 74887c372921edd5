import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { findJava, htmlCheckerFile } from "../../scripts/test-machinery.mjs";
import { checkerVariable } from "./html-problems.ts";
import { freePort } from "./server-process.ts";

/** Vitest's and Playwright's global set-up: one Nu Html Checker for all workers, which starts with the first page that it is asked about. See docs/decisions/0348. */
export default async function setUp() {
  const java = findJava();
  if (!java && !process.env.CI) return;
  if (!java) throw new Error("Java was not found, which the Nu Html Checker needs.");
  let checker: ReturnType<typeof startChecker> | undefined;
  const server = createServer(async (request, response) => {
    try {
      checker ??= startChecker(java);
      response.end(await (await checker).check(await text(request)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.env[checkerVariable] = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return async () => {
    server.close();
    (await checker)?.stop();
  };
}

const javaOptions = [
  // It checks for a minute in all, so the compiler that takes longest would only cost. Its schemas are deep.
  ...["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m", "-Xss4m"],
  // It gives up after a thousand messages, which a long table has with the roles of its cells.
  "-Dnu.validator.messages.limit=100000",
  "-Dnu.validator.servlet.bind-address=127.0.0.1",
];

async function startChecker(java: string) {
  const port = await freePort();
  const child = spawn(java, [...javaOptions, "-cp", htmlCheckerFile, "nu.validator.servlet.Main", port], {
    stdio: "ignore",
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  await answers(child, port);
  const check = async (body: string) => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    return (await fetch(`http://127.0.0.1:${port}/?out=json`, { method: "POST", headers, body })).text();
  };
  return { check, stop };
}

/** It opens its port once it has read its schemas. */
async function answers(child: ChildProcess, port: string) {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/?out=json`).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The Nu Html Checker didn't start.");
}
