import cluster from "node:cluster";
import { subscribe } from "node:diagnostics_channel";
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from "@prometheus-io/client";
import { type CatalogIndexState, describeCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import { orderPlaced } from "#shop/checkout/place-order.ts";
import type { Shop } from "#shop/shop.ts";
import { version } from "../environment/version.ts";
import type { Health } from "../http/health.ts";
import { knownMethod } from "./known-method.ts";
import { probePaths } from "./probe-paths.ts";
import { askForMetrics, joinMetrics } from "./shared-metrics.ts";
import { createShopMetrics } from "./shop-metrics.ts";
import { stalePagesShown } from "./stale-pages.ts";
import { countUnavailable, watchJobs, watchMoney } from "./work-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Cached pages fall into the first bucket, rendered ones into the next few. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
interface EndedRequest {
  requestId: string;
  method: string;
  route: string;
  status: number;
  /** Duration in milliseconds. */
  ms: number;
}

/** The process's metrics for Prometheus. */
export function createMetrics(shop: Shop) {
  const { connection, db } = shop;
  collectDefaultMetrics();
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Request duration by route pattern",
    labelNames: ["method", "route", "status"],
    buckets,
  });
  const fromMemory = new Counter({
    name: "torg_pages_from_memory_total",
    help: "Pages served from the memory cache",
  });
  const stale = new Counter({
    name: "torg_pages_stale_total",
    help: "Pages shown from memory while the database is away",
  });
  stalePagesShown.subscribe(() => stale.inc());
  const orders = new Counter({ name: "torg_orders_total", help: "Orders placed" });
  subscribe(orderPlaced.name, () => orders.inc());
  new Gauge({ name: "torg_build_info", help: "The shop's version", labelNames: ["version"], aggregator: "first" }).set(
    { version },
    1,
  );
  const unavailable = countUnavailable();
  watchJobs();
  watchMoney();
  watchCatalog(db);
  if (connection.pool) watchPool(connection.pool);
  if (cluster.isWorker) joinMetrics();
  const ofShop = createShopMetrics(shop);

  return {
    noteRequest({ requestId, method, route, status, ms }: EndedRequest) {
      const known = knownMethod(method) ?? "other";
      durations.observe({ method: known, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
      unavailable.noteAnswer(requestId, status === 503 && !probePaths.includes(route));
    },
    notePageFromMemory: () => fromMemory.inc(),
    noteRefusedConnection: unavailable.noteRefusedConnection,
    contentType: register.contentType,
    /** The metrics of all the shop's processes on this machine, in Prometheus's format. */
    async read(health: Health) {
      const [ofProcesses, read] = await Promise.all([
        cluster.isWorker ? askForMetrics() : register.metrics(),
        ofShop.read(health),
      ]);
      return `${ofProcesses}${read}`;
    },
  };
}

/** Every process has its own index. */
function watchCatalog(db: Shop["db"]) {
  const gauge = (name: string, help: string, read: (index: CatalogIndexState) => number) =>
    new Gauge({
      name,
      help,
      aggregator: "max",
      collect() {
        const index = describeCatalogIndex(db);
        this.set(index ? read(index) : Number.NaN);
      },
    });
  gauge("torg_catalog_products", "Products in the catalog index", ({ products }) => products);
  gauge(
    "torg_catalog_load_seconds",
    "Duration of the last whole load of the catalog index",
    ({ loadMs }) => loadMs / 1000,
  );
  gauge(
    "torg_catalog_outdated_seconds",
    "For how long the catalog index has been older than the database",
    ({ outdatedMs }) => outdatedMs / 1000,
  );
}

function watchPool(pool: NonNullable<Shop["connection"]["pool"]>) {
  new Gauge({
    name: "torg_database_connections",
    help: "Connections to the database server",
    labelNames: ["state"],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: "torg_database_waiting",
    help: "Queries and transactions waiting for a connection",
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
