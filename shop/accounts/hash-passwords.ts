import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { FairQueue } from "../fair-queue.ts";

/** Passwords that a process hashes at once: each takes 32 MB and 50 ms of one of Node's four threads, which also read files. */
const atOnce = 2;

/** The client whose password is hashed, as `networkOf` names it: clients take turns. */
export const hashingClient = new AsyncLocalStorage<string>();

/** The accounts library's own hashing, with clients taking turns. */
export function createPasswordHashing() {
  const inTurn = createTurns(atOnce);
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (asked: { hash: string; password: string }) => inTurn(() => verifyPassword(asked)),
  };
}

function createTurns(slots: number) {
  const waiting = new FairQueue<() => void>();
  let running = 0;

  async function inTurn<Result>(work: () => Promise<Result>) {
    if (running < slots) running++;
    else await new Promise<void>((start) => waiting.add(hashingClient.getStore() ?? "", start));
    try {
      return await work();
    } finally {
      const startNext = waiting.take();
      if (startNext) startNext();
      else running--;
    }
  }
  return inTurn;
}
