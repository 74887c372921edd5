import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "./server-process.ts";

/**
 * Something that answers at a mail server's address and isn't one, until the test's end.
 *
 * @param behave what it does with a connection; by default it says nothing
 * @returns its address
 */
export async function startListener(behave: (call: Socket) => void = () => {}) {
  const calls = new Set<Socket>();
  const server = createServer((call) => {
    calls.add(call.on("error", () => {}));
    behave(call);
  });
  const port = Number(await freePort());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const call of calls) call.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${port}`;
}
