import cluster, { type Worker } from "node:cluster";
import { on } from "node:events";
import { ClusterRegistry } from "@prometheus-io/client";

const question = "torg:metrics";
const answer = "torg:metrics-of-all";

interface Message {
  type?: string;
  text?: string;
}

/** Tells those of the shop's processes that are asked for metrics what all of them have counted. Runs in the one that started them. */
export function shareMetrics() {
  const registry = new ClusterRegistry();
  cluster.on("message", async (worker: Worker, { type }: Message) => {
    if (type !== question) return;
    const text = await registry.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ type: answer, text } satisfies Message);
  });
}

/** Lets what this process counts be added to what the others do. */
export function joinMetrics() {
  new ClusterRegistry();
}

/**
 * What all of the shop's processes on this machine have counted, as Prometheus reads it.
 *
 * @throws when one of them doesn't say it in time
 */
export async function askForMetrics(): Promise<string> {
  const messages = on(process, "message") as AsyncIterable<[Message]>;
  process.send?.({ type: question } satisfies Message);
  for await (const [{ type, text }] of messages) {
    if (type === answer && text) return text;
    if (type === answer) break;
  }
  throw new Error("Not all processes said in time what they have counted");
}
