import { cpus, totalmem } from "node:os";
import { countPackages, megabytes } from "../support/installation.ts";
import { generatorNote, unlessLimited } from "../support/load.ts";
import { median, type Table } from "../support/results.ts";
import type { Outcome } from "../support/shopper.ts";
import type { Shopped } from "../support/shoppers-process.ts";
import { mostShoppers } from "./compared-shop.ts";
import { connections, crowds, type MeasuredShop, type Round, scarcePieces } from "./measure-round.ts";

interface Circumstances {
  postgres: string;
  seconds: number;
}

/** What all rounds have measured, side by side. */
export function tablesOf(shops: MeasuredShop[], circumstances: Circumstances): Table[] {
  return [listTable(shops, circumstances), orderTable(shops), costTable(shops), rushTable(shops)];
}

function listTable(shops: MeasuredShop[], { postgres, seconds }: Circumstances): Table {
  const rounds = shops[0]?.measured.length;
  const [processor] = cpus();
  const machine = [
    `${cpus().length} × ${processor?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node} for all shops`,
    `PostgreSQL ${postgres} on the same disk`,
  ].join(", ");
  return {
    title: "Shops compared: the list page",
    note: `${new Date().toISOString().slice(0, 10)}, ${machine}. All are run in production with the sample catalog, and read the first 24 products by
\`wrk\` with one thread and ${connections} connections: the medians of ${rounds} rounds in turns, ${seconds} s each after as long a warm-up. *Bare server* is \`node:http\` with the same bytes and headers.
Milliseconds are the processor's for each request, of all processes of the shop and of its database. What differs in kind: Vendure answers as an API, because its storefronts are programs of their own, and is installed without its
dashboard and emails. Torg logs each request, sends Brotli, and keeps pages in memory until something on them changes; *each rendered* is what a page costs then. ${generatorNote}`,
    rows: shops.flatMap((shop) => shop.lists.map(({ name }, index) => listRow(shop, name, index))),
  };
}

function listRow({ name, measured }: MeasuredShop, list: string | undefined, index: number) {
  const lists = measured.map((round) => round.lists[index] as Round["lists"][number]);
  const middle = (value: (measurement: Round["lists"][number]) => number) => median(lists.map(value));
  const rate = middle(({ read }) => read.requestsPerSecond);
  const bare = middle((measurement) => measurement.bare.requestsPerSecond);
  const figures = {
    "requests/s": rate.toFixed(0),
    "bare server's": bare.toFixed(0),
    share: rate > 0 ? `1/${(bare / rate).toFixed(bare / rate < 10 ? 1 : 0)}` : "none answered",
    "shop, ms": middle(({ shopMs }) => shopMs).toFixed(2),
    "database, ms": middle(({ databaseMs }) => databaseMs).toFixed(2),
    "failures of all": `${sum(lists, ({ read }) => read.failures)} of ${sum(lists, ({ read }) => read.requests)}`,
  };
  const [first] = lists;
  return {
    shop: list ? `${name}, ${list}` : name,
    ...unlessLimited(
      lists.flatMap(({ read, bare: control }) => [read.generatorBusy, control.generatorBusy]),
      figures,
    ),
    kilobytes: ((first?.bytes ?? 0) / 1000).toFixed(1),
    packed: first?.encoding ?? "",
  };
}

function orderTable(shops: MeasuredShop[]): Table {
  const problems = shops.flatMap(({ name, measured }) => {
    const problem = measured.flatMap(({ orders }) => orders).find((each) => each.problem)?.problem;
    return problem ? `${name}: ${problem.replace(/\s+/g, " ")}` : [];
  });
  return {
    title: "Shops compared: orders",
    note: `Shoppers buy two products, one piece each, as fast as they are answered. An order is all requests of cart and order. What differs in kind: Torg's shoppers are signed-in customers, and their orders are emailed; the others' are guests,
without emails. ${problems.length > 0 ? `The first that failed was answered with: ${problems.join("; ")}.` : ""} ${generatorNote}`,
    rows: shops.map(({ name, requestsPerOrder, measured }) => {
      const figures = crowds.map((crowd, index) => {
        const shopped = measured.map(({ orders }) => orders[index] as Shopped);
        const shoppers = crowd === 1 ? "1 shopper" : `${crowd} shoppers`;
        const failures = sum(shopped, (each) => each.failures);
        return {
          [`orders/s, ${shoppers}`]: median(shopped.map(({ orders, seconds }) => orders / seconds)).toFixed(1),
          [`failed, ${shoppers}`]: `${failures} of ${failures + sum(shopped, ({ orders }) => orders)}`,
        };
      });
      const busy = measured.flatMap(({ orders }) => orders.map(({ generatorBusy }) => generatorBusy));
      return {
        shop: name,
        "requests for an order": requestsPerOrder,
        ...unlessLimited(busy, Object.assign({}, ...figures)),
      };
    }),
  };
}

function costTable(shops: MeasuredShop[]): Table {
  return {
    title: "Shops compared: what they take",
    note: `Resident megabytes of all processes of the shop without its database: two seconds after the start, and after lists and orders. Start is until the first answer. Packages are what npm installs; Torg's have Node among them.
Scripts are all that Chromium loads for the list page until 2.5 s after the network is idle.`,
    rows: shops.map(({ name, modules, measured }) => {
      const middle = (value: (round: Round) => number) => median(measured.map(value));
      const scripts = measured.find((round) => round.scripts)?.scripts;
      return {
        shop: name,
        "MB, idle": middle(({ idle }) => idle).toFixed(0),
        "MB, loaded": middle(({ loaded }) => loaded).toFixed(0),
        "start, s": (middle(({ startMs }) => startMs) / 1000).toFixed(2),
        packages: countPackages(modules),
        "node_modules, MB": megabytes(modules).toFixed(0),
        scripts: scripts?.files ?? "–",
        "scripts with gzip, kB": scripts?.gzipKilobytes.toFixed(0) ?? "–",
        "as sent, kB": scripts?.sentKilobytes.toFixed(0) ?? "–",
      };
    }),
  };
}

function rushTable(shops: MeasuredShop[]): Table {
  return {
    title: "Five pieces, twelve shoppers pay at once",
    note: `There are ${scarcePieces} pieces of a product. ${mostShoppers} shoppers have one each in their carts, and pay in the same moment. Each round's figures, one after the other. *Oversold* is what
was ordered beyond the pieces, *left* what the shop's database says a second later.`,
    rows: shops.map(({ name, measured }) => {
      const each = (value: (round: Round) => number) => measured.map(value).join(", ");
      const ended = (how: Outcome["ended"]) => each(({ rush }) => countEnded(rush, how));
      return {
        shop: name,
        ordered: ended("ordered"),
        "told that it is sold out": ended("sold out"),
        failed: ended("failed"),
        oversold: each(({ rush }) => Math.max(0, countEnded(rush, "ordered") - scarcePieces)),
        "left, it says": each(({ rush }) => rush.left),
      };
    }),
  };
}

function countEnded({ outcomes }: Round["rush"], how: Outcome["ended"]) {
  return outcomes.filter(({ ended }) => ended === how).length;
}

function sum<Item>(items: Item[], value: (item: Item) => number) {
  return items.reduce((total, item) => total + value(item), 0);
}
