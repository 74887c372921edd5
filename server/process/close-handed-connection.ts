import type { ChildProcess, SendHandle, Serializable } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Closes the connection that was being handed to a worker when it died: Node keeps it open for good, so its browser would wait forever
 * (https://github.com/nodejs/node/issues/21746). Node hands one connection at a time to each worker, through `send`; nothing public says which.
 * Sharing the listening socket instead (`SCHED_NONE`) gave one of two busy workers all 60 connections.
 *
 * @returns closes that connection, once the worker has died
 */
export function trackHandedConnection(worker: ChildProcess) {
  let handed: SendHandle | undefined;
  const send = worker.send.bind(worker);
  worker.send = ((message: Serializable, handle?: SendHandle) => {
    if (handle) handed = handle;
    return send(message, handle);
  }) as typeof send;
  return () => (handed as { close?: Socket["destroy"] } | undefined)?.close?.();
}
