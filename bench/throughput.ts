import { spawn } from "node:child_process";
import { once } from "node:events";
import { openRunningShop } from "../tests/support/running-shop.ts";
import { load } from "./support/load.ts";
import { median, type Table } from "./support/table.ts";

const rounds = 3;

const pages = ["/", "/products", "/products?filter=onSale"];

/** Pages of visitors without a session, beside a bare server that sends the very same bytes. */
export async function* measure(): AsyncGenerator<Table> {
  const { shop, close } = await openRunningShop("sqlite");
  const control = await startControl(shop.url, pages);
  const rows = [];
  for (const path of pages) {
    for (const connections of [1, 64]) {
      const results = { shop: [] as Result[], control: [] as Result[] };
      for (let round = 0; round < rounds; round++) {
        results.control.push(await load({ url: control.url + path, connections }));
        results.shop.push(await load({ url: shop.url + path, connections }));
      }
      const of = (who: "shop" | "control", what: keyof Result) => median(results[who].map((result) => result[what]));
      rows.push({
        page: path,
        connections,
        "requests/s": Math.round(of("shop", "requestsPerSecond")),
        "of the control": (of("shop", "requestsPerSecond") / of("control", "requestsPerSecond")).toFixed(2),
        "p99 of shop and control": `${of("shop", "p99")} ${of("control", "p99")}`,
        failures: of("shop", "failures"),
      });
      console.log(rows.at(-1));
    }
  }
  control.stop();
  await close();
  yield { title: "x", note: "y", rows };
}
type Result = Awaited<ReturnType<typeof load>>;

async function startControl(shopUrl: string, paths: string[], sent: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["bench/support/control-process.ts", shopUrl, JSON.stringify(sent), ...paths], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), stop: () => child.kill() };
}
