import { parseArgs } from "node:util";
import { printTable, type Table } from "./support/results.ts";
import { ToolError } from "./support/tools.ts";

interface Bench {
  /**
   * Gives tables one by one, as they are ready.
   *
   * @param seconds of each measurement, where load is sent
   * @param only what is measured, where several shops are compared
   */
  measure: (seconds?: number, only?: string) => AsyncIterable<Table>;
}

/** What is measured, in the order of the documentation. */
const benches: Record<string, () => Promise<Bench>> = {
  throughput: () => import("./throughput.ts"),
  client: () => import("./client.ts"),
  lighthouse: () => import("./lighthouse.ts"),
  catalog: () => import("./catalog-size.ts"),
  index: () => import("./index-loading.ts"),
  variants: () => import("./variants.ts"),
  search: () => import("./search.ts"),
  feeds: () => import("./feeds.ts"),
  files: () => import("./catalog-files.ts"),
  checkout: () => import("./checkout.ts"),
  cost: () => import("./cost.ts"),
  fairness: () => import("./fairness.ts"),
  owner: () => import("./owner-lists.ts"),
  peers: () => import("./peers.ts"),
};

/** Installs other shops, and is measured only when it is named. */
const onlyByName = ["peers"];

const options = { seconds: { type: "string" }, only: { type: "string" } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const unknown = positionals.filter((name) => !(name in benches));
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
// wrk takes whole seconds.
if (unknown.length > 0 || (seconds !== undefined && !(Number.isInteger(seconds) && seconds > 0))) {
  console.error(`Usage: npm run bench -- [--seconds NUMBER] [--only SHOP] [${Object.keys(benches).join("|")} …]`);
  process.exit(2);
}
for (const [name, load] of Object.entries(benches)) {
  if (!(positionals.length > 0 ? positionals.includes(name) : !onlyByName.includes(name))) continue;
  const { measure } = await load();
  try {
    for await (const table of measure(seconds, values.only)) printTable(table);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    break;
  }
}
