import cluster from "node:cluster";
import { subscribe } from "node:diagnostics_channel";
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from "@prometheus-io/client";
import { orderPlaced } from "#shop/checkout/place-order.ts";
import { countWaitingMails } from "#shop/mail/unsent-mails.ts";
import type { Shop } from "#shop/shop.ts";
import { askForMetrics, joinMetrics } from "./shared-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Cached pages fall into the first bucket, rendered ones into the next few. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Clients choose the method; other methods count as one, so that they can't create time series. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface EndedRequest {
  method: string;
  route: string;
  status: number;
  /** Duration in milliseconds. */
  ms: number;
}

/** The process's metrics for Prometheus. */
export function createMetrics({ connection, db }: Shop) {
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
  const orders = new Counter({ name: "torg_orders_total", help: "Orders placed" });
  subscribe(orderPlaced.name, () => orders.inc());
  watchMails(db);
  if (connection.pool) watchPool(connection.pool);
  if (cluster.isWorker) joinMetrics();

  return {
    noteRequest({ method, route, status, ms }: EndedRequest) {
      const known = methods.has(method) ? method : "other";
      durations.observe({ method: known, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
    notePageFromMemory: () => fromMemory.inc(),
    contentType: register.contentType,
    /** The metrics of all the shop's processes on this machine, in Prometheus's format. */
    read: () => (cluster.isWorker ? askForMetrics() : register.metrics()),
  };
}

/** Every process reports the same values. */
function watchMails(db: Shop["db"]) {
  new Gauge({
    name: "torg_mails_waiting",
    help: "Unsent mails that will be tried",
    aggregator: "max",
    async collect() {
      // The other metrics matter most while the database is away.
      this.set(await countWaitingMails(db).catch(() => Number.NaN));
    },
  });
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
