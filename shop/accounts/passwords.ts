import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { isPasswordTooLong } from "../forms/account-fields.ts";
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

/** What someone adds to a common password to meet a form's rules: "Password2026!". */
const mostAdded = 5;

/** Digits and signs that stand for letters. "1" is read both ways. */
const letterFor: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Whether a password is one of those that attackers try first, or one of them with capitals, signs for letters, or a few characters before or after it.
 * The list has some 49,000. See docs/decisions/0341.
 */
export async function isCommonPassword(password: string) {
  // Expressions that look for a text's end take far too long for long ones.
  if (isPasswordTooLong(password)) return false;
  const common = await readCommonPasswords();
  const typed = password.toLowerCase();
  const word = typed.replace(/[^a-z]+$/, "");
  const read = [typed, typed.replace(/[^a-z\d]+$/, ""), word, asLetters(word, "i"), asLetters(word, "l")];
  const guesses = [...read, ...read.map((guess) => guess.replace(/^[^a-z]+/, ""))];
  return guesses.some((guess) => guess.length >= typed.length - mostAdded && common.has(guess));
}

/** Asks once whether someone wants a common password. @throws AccountError COMMON_PASSWORD unless they are sure */
export async function questionCommonPassword(password: string, isSure: boolean) {
  if (!isSure && (await isCommonPassword(password))) throw new AccountError("COMMON_PASSWORD");
}

function asLetters(word: string, one: string) {
  return word.replace(/\W|\d/g, (sign) => (sign === "1" ? one : (letterFor[sign] ?? sign)));
}

let commonPasswords: Promise<Set<string>> | undefined;

/** 8 MB, so it is read when someone chooses a password. */
function readCommonPasswords() {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  );
  return commonPasswords;
}
