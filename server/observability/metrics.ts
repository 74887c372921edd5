import cluster from "node:cluster";
import { subscribe } from "node:diagnostics_channel";
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from "@prometheus-io/client";
import { countWaitingMails } from "#shop/mail/mail-queue.ts";
import { orderPlaced } from "#shop/orders/place-order.ts";
import type { Shop } from "#shop/shop.ts";
import { askForMetrics, joinMetrics } from "./shared-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. A page from memory takes less than the first, one that is made anew some of the next. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Whoever asks chooses the method, and mustn't thereby choose how many numbers there are. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface EndedRequest {
  method: string;
  route: string;
  status: number;
  /** Milliseconds that it took. */
  ms: number;
}

/** Counts what this process does, in Prometheus' terms. */
export function createMetrics({ connection, db }: Shop) {
  collectDefaultMetrics();
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took, by the pattern of their route",
    labelNames: ["method", "route", "status"],
    buckets,
  });
  const fromMemory = new Counter({
    name: "torg_pages_from_memory_total",
    help: "Pages that were answered from memory",
  });
  const orders = new Counter({ name: "torg_orders_total", help: "Orders that were placed" });
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
    /** What all of the shop's processes on this machine have counted, as Prometheus reads it. */
    read: () => (cluster.isWorker ? askForMetrics() : register.metrics()),
  };
}

/** Every process counts the same ones. */
function watchMails(db: Shop["db"]) {
  new Gauge({
    name: "torg_mails_waiting",
    help: "Mails that wait to be sent, or to be tried again",
    aggregator: "max",
    async collect() {
      // The other numbers are wanted most when the database is away.
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
    help: "Queries and transactions that wait for a connection",
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
