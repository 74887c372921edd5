import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { tryShopCommand } from "../tests/support/server-process.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";

test.each([
  [
    "everything",
    ["--help"],
    /^Usage: npm run shop -- COMMAND\n(?:.*\n)* {2}orders \[--state STATE\] \[--unpaid\] \[--overdue\] \[--json\]\n {6}list/,
  ],
  [
    "a command",
    ["orders", "--help"],
    /^Usage: npm run shop -- orders \[--state STATE\] \[--unpaid\] \[--overdue\] \[--json\]\n(?:.*\n)* {2}--json\n/,
  ],
  ["a subcommand", ["settings", "export", "--help"], /^Usage: npm run shop -- settings export FILE\|-\n/],
])("--help of %s prints its usage and doesn't create a database", async (_, args, usage) => {
  const DATA_DIR = await temporaryFolder();
  expect(await tryShopCommand({ DATA_DIR }, ...args)).toEqual({
    code: 0,
    stdout: expect.stringMatching(usage),
    stderr: "",
  });
  expect(await readdir(DATA_DIR)).toEqual([]);
});

test("an unknown option is refused before a database is created", async () => {
  const DATA_DIR = await temporaryFolder();
  const refused = { code: 1, stderr: expect.stringMatching(/^Unknown option '--lost'\nUsage: /) };
  expect(await tryShopCommand({ DATA_DIR }, "orders", "--lost")).toMatchObject(refused);
  expect(await readdir(DATA_DIR)).toEqual([]);
});
