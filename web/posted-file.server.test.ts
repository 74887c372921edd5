import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { readPostedFile } from "./posted-file.server.ts";

test("a form that breaks off within a file is refused, whichever field has the file", async () => {
  const path = join(await temporaryFolder(), "file");
  for (const named of ['name="file"; filename="a"', 'name="other"; filename="a"']) {
    const rules = { limit: 1e9, save: (content: NodeJS.ReadableStream) => pipeline(content, createWriteStream(path)) };
    await expect(readPostedFile(brokenForm(named), path, rules)).rejects.toMatchObject({ init: { status: 400 } });
  }
});

/** A form whose client hangs up after the first pieces of a file. */
function brokenForm(named: string) {
  const chunks = [
    `--edge\r\nContent-Disposition: form-data; ${named}\r\n\r\nfirst`,
    ...Array<string>(40).fill("letters ".repeat(10_000)),
  ];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.error(new Error("aborted"));
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=edge" };
  const init = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://localhost/", init);
}
