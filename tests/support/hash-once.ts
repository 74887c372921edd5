import type { Accounts } from "#shop/accounts/accounts.ts";

const hashes = new Map<string, Promise<string>>();
const verdicts = new Map<string, Promise<boolean>>();

/**
 * Lets an accounts library remember what became of a password: hashing one is slow on purpose, and nearly all customers in the
 * tests have the same.
 */
export async function hashOnce(accounts: Accounts) {
  const { password: hashing } = await accounts.$context;
  const { hash, verify } = hashing;
  hashing.hash = (password) => getOrInsert(hashes, password, () => hash(password));
  hashing.verify = (asked) => getOrInsert(verdicts, `${asked.hash} ${asked.password}`, () => verify(asked));
}

function getOrInsert<Value>(known: Map<string, Value>, key: string, find: () => Value) {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}
