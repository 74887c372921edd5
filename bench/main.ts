import { parseArgs } from "node:util";
import { printTable, type Table } from "./support/results.ts";
import { ToolError } from "./support/tools.ts";

interface Bench {
  /**
   * Gives tables one by one, as they are ready.
   *
   * @param seconds of each measurement, where load is sent
   * @param only what is measured, where several shops are compared
   * @param rows of the largest tables, where a large shop is filled
   */
  measure: (seconds?: number, only?: string, rows?: number) => AsyncIterable<Table>;
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

const options = { seconds: { type: "string" }, only: { type: "string" }, rows: { type: "string" } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const unknown = positionals.filter((name) => !(name in benches));
const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value));
const [seconds, rows] = [numberOf(values.seconds), numberOf(values.rows)];
// wrk takes whole seconds.
const isWhole = (number = 1) => Number.isInteger(number) && number > 0;
if (unknown.length > 0 || !isWhole(seconds) || !isWhole(rows)) {
  console.error(
    `Usage: npm run bench -- [--seconds NUMBER] [--only SHOP] [--rows NUMBER] [${Object.keys(benches).join("|")} …]`,
  );
  process.exit(2);
}
for (const [name, load] of Object.entries(benches)) {
  if (!(positionals.length > 0 ? positionals.includes(name) : !onlyByName.includes(name))) continue;
  const { measure } = await load();
  try {
    for await (const table of measure(seconds, values.only, rows)) printTable(table);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    break;
  }
}
