import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { createTurns } from "../turns.ts";
import { AccountError } from "./account-error.ts";

/** Each hash takes 32 MB and 50 ms of one of Node's four threads, which also read files. */
const atOnce = 2;

/** The network (`networkOf`) of the client whose password is hashed. */
export const hashingClient = new AsyncLocalStorage<string>();

/** The accounts library's hashing, shared fairly between clients. */
export function createPasswordHashing() {
  const withSlot = createSemaphore(atOnce);
  return {
    hash: (password: string) => withSlot(() => hashPassword(password)),
    verify: (asked: { hash: string; password: string }) => withSlot(() => verifyPassword(asked)),
  };
}

function createSemaphore(slots: number) {
  const waiting: (() => void)[] = [];
  let free = slots;
  const takeTurn = createTurns();

  return async function withSlot<Result>(work: () => Promise<Result>) {
    await takeTurn(hashingClient.getStore() ?? "", async () => {
      if (free-- <= 0) await new Promise<void>((start) => waiting.push(start));
    });
    try {
      return await work();
    } finally {
      free++;
      waiting.shift()?.();
    }
  };
}

/**
 * Rejects the account's own email, or its part before the @ (NIST SP 800-63B, 5.1.1.2: context-specific words).
 *
 * @throws AccountError
 */
export function rejectWeakPassword({ email, password }: { email: string; password: string }) {
  const guess = password.toLowerCase();
  const address = email.toLowerCase();
  if (guess === address || guess === address.split("@")[0]) throw new AccountError("PASSWORD_TOO_WEAK");
}
