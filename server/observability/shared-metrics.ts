import cluster, { type Worker } from "node:cluster";
import { on } from "node:events";
import { ClusterRegistry } from "@prometheus-io/client";

const question = "torg:metrics";
const answer = "torg:metrics-of-all";

interface Message {
  type?: string;
  text?: string;
}

/** Answers workers with the metrics of all workers. Runs in the primary process. */
export function shareMetrics() {
  const registry = new ClusterRegistry();
  cluster.on("message", async (worker: Worker, { type }: Message) => {
    if (type !== question) return;
    const text = await registry.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ type: answer, text } satisfies Message);
  });
}

/** Adds this worker's metrics to the shared ones. */
export function joinMetrics() {
  new ClusterRegistry();
}

/**
 * The metrics of all the shop's processes on this machine, in Prometheus's format.
 *
 * @throws when a worker doesn't answer in time
 */
export async function askForMetrics(): Promise<string> {
  const messages = on(process, "message") as AsyncIterable<[Message]>;
  process.send?.({ type: question } satisfies Message);
  for await (const [{ type, text }] of messages) {
    if (type === answer && text) return text;
    if (type === answer) break;
  }
  throw new Error("Timed out collecting metrics from all processes");
}
