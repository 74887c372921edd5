import type { Database } from "#database/connect.ts";
import type { BalanceChange } from "../payments/provider.ts";
import type { Transaction } from "./read-transactions.ts";

/** A sale or refund that the shop booked. */
export interface Booked extends Pick<Transaction, "at" | "orderNumber" | "grossCents" | "currency"> {
  /** The provider's name for its money. */
  reference: string;
}

/** What changed the provider's balance besides the booked sales and refunds. */
export interface BalanceRow extends Pick<BalanceChange, "at" | "type" | "amountCents" | "currency" | "reference"> {
  orderNumber: string;
}

const paymentsAtATime = 500;

/**
 * The rest of what a provider's balance changed by, so that it and what the shop booked add up to the whole in each currency: every entry
 * that isn't a sale or refund of an order, and differences of those that the provider booked in another period or currency. See docs/decisions/0170.
 *
 * @param changes all of a period
 * @param booked the sales and refunds of the same period with this provider
 */
export async function explainBalance(db: Database, provider: string, changes: BalanceChange[], booked: Booked[]) {
  const numberOf = await readOrderNumbers(db, provider, changes);
  const isBooked = ({ isSaleOrRefund, payment = "" }: BalanceChange) => isSaleOrRefund && numberOf.has(payment);
  const rows = changes.map((change) => ({ ...change, orderNumber: numberOf.get(change.payment ?? "") ?? "" }));
  return [...rows.filter((row) => !isBooked(row)), ...differencesOf(rows.filter(isBooked), booked)];
}

/** The orders that the changes are about, by the provider's names for their money. */
async function readOrderNumbers(db: Database, provider: string, changes: BalanceChange[]) {
  const references = [...new Set(changes.flatMap(({ payment }) => payment ?? []))];
  const numberOf = new Map<string, string>();
  for (let start = 0; start < references.length; start += paymentsAtATime) {
    const orders = await db
      .selectFrom("payments")
      .innerJoin("orders", "orders.id", "payments.orderId")
      .select(["reference", "orderNumber"])
      .where("provider", "=", provider)
      .where("reference", "in", references.slice(start, start + paymentsAtATime))
      .execute();
    for (const { reference, orderNumber } of orders) numberOf.set(reference ?? "", orderNumber);
  }
  return numberOf;
}

/** What the provider's entries of a payment are more than the shop's, or less. */
function differencesOf(changes: (BalanceChange & { orderNumber: string })[], booked: Booked[]): BalanceRow[] {
  const differences = new Map<string, BalanceRow>();
  const add = (entry: Omit<BalanceRow, "type">) => {
    const key = `${entry.reference} ${entry.currency}`;
    const { amountCents } = differences.get(key) ?? { amountCents: 0 };
    differences.set(key, { ...entry, type: "Balance difference", amountCents: amountCents + entry.amountCents });
  };
  for (const { at, grossCents, currency, reference, orderNumber } of booked)
    add({ at, amountCents: -grossCents, currency, reference, orderNumber });
  for (const { at, amountCents, currency, payment = "", orderNumber } of changes)
    add({ at, amountCents, currency, reference: payment, orderNumber });
  return [...differences.values()].filter(({ amountCents }) => amountCents !== 0);
}
