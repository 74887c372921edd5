import type { Database } from "#database/connect.ts";
import { isStorableText } from "../forms/validate.ts";
import { readCustomers } from "./customer-account.ts";
import { readWaitingCustomers } from "./imported-customers.ts";

/** Customers as `customers --json` prints them, newest first, also those of the earlier shop who have no account yet. */
export async function listCustomers(db: Database) {
  const accounts = await readCustomers(db);
  const waiting = await readWaitingCustomers(db);
  return [
    ...accounts.map((account) => [account, accountJson(account)] as const),
    ...waiting.map((customer) => [customer, waitingJson(customer)] as const),
  ]
    .sort(([one], [other]) => other.createdAt - one.createdAt)
    .map(([, json]) => json);
}

export type CustomerJson = ReturnType<typeof accountJson> | ReturnType<typeof waitingJson>;

/** The same of some customers, in the order of their ids. Ids that nobody has are left out. */
export async function readCustomersJson(db: Database, uids: string[]): Promise<CustomerJson[]> {
  const asked = uids.filter(isStorableText);
  if (asked.length === 0) return [];
  const accounts = await readCustomers(db, asked);
  const waiting = await readWaitingCustomers(db, asked);
  const found = new Map<string, CustomerJson>(
    [...accounts.map(accountJson), ...waiting.map(waitingJson)].map((customer) => [customer.uid, customer]),
  );
  return asked.flatMap((uid) => found.get(uid) ?? []);
}

type Account = Awaited<ReturnType<typeof readCustomers>>[number];
type Waiting = Awaited<ReturnType<typeof readWaitingCustomers>>[number];

function accountJson({ emailVerified, disabledAt, createdAt, ...customer }: Account) {
  return {
    ...customer,
    createdAt: new Date(createdAt).toISOString(),
    emailVerified: Boolean(emailVerified),
    disabled: disabledAt !== null,
  };
}

function waitingJson({ acceptsMarketing, createdAt, ...customer }: Waiting) {
  return {
    ...customer,
    ...{ dateOfBirth: null, profilePicture: null, emailVerified: false, disabled: false, hasAccount: false },
    createdAt: new Date(createdAt).toISOString(),
    acceptsMarketing: acceptsMarketing === null ? null : acceptsMarketing === 1,
  };
}
