import { addDays, dayOf } from "../values/days.ts";
import { type BalanceChange, PaymentUnreachableError } from "./provider.ts";
import type { VippsClient } from "./vipps-client.ts";

/** https://developer.vippsmobilepay.com/docs/APIs/report-api/api-guide/entry-types */
interface Entry {
  /** The movement's; a fee has its capture's. */
  pspReference: string;
  time: string;
  entryType: string;
  /** The payment's, where it is about one. */
  reference?: string | null;
  currency: string;
  /** Signed, in the currency's smallest unit. */
  amount: number;
}

interface EntryPage {
  items: Entry[];
  cursor?: string;
  hasMore?: boolean;
  /** The day isn't over, or not settled yet. */
  tryLater?: boolean;
}

const topics = ["funds", "fees"] as const;

/** Sales units' days. They may begin some hours after midnight. */
const timeZone = "Europe/Oslo";

/**
 * What changed the sales unit's balance at Vipps in a period, the newest first: captures, refunds, fees, payouts, disputes and whatever else its
 * ledgers have. Fees are owed from the capture on; that they are retained from a payout later changes nothing.
 *
 * @param until the first moment after the period
 * @throws PaymentRefusedError where the keys may not read reports, PaymentUnreachableError while the period isn't settled
 */
export async function* listVippsEntries(client: VippsClient, from: Date, until: Date): AsyncGenerator<BalanceChange> {
  const last = dayOf(until.getTime() - 1, timeZone);
  const days: string[] = [];
  // A day that ends after midnight has the first hours of the next.
  for (let day = addDays(dayOf(from.getTime(), timeZone), -1); day <= last; day = addDays(day, 1)) days.push(day);
  const changes: BalanceChange[] = [];
  for (const ledger of await readLedgers(client)) {
    for (const day of days)
      for (const topic of topics) {
        for await (const entry of readEntries(client, `/report/v2/ledgers/${ledger}/${topic}/dates/${day}`))
          changes.push(...toBalanceChanges(entry));
      }
  }
  const [start, end] = [from.getTime(), until.getTime()];
  yield* changes.filter(({ at }) => at >= start && at < end).sort((one, other) => other.at - one.at);
}

async function readLedgers(client: VippsClient) {
  const handle = `api:${client.merchantSerialNumber}`;
  const path = `/settlement/v1/ledgers?settlesForRecipientHandles=${encodeURIComponent(handle)}`;
  const { items } = await client.request<{ items: { ledgerId: string }[] }>("GET", path);
  if (items.length === 0) throw new PaymentUnreachableError("Vipps MobilePay has no reports for this sales unit yet");
  return items.map(({ ledgerId }) => encodeURIComponent(ledgerId));
}

async function* readEntries(client: VippsClient, path: string) {
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const page = await client.request<EntryPage>("GET", `${path}${query}`);
    if (page.tryLater) throw new PaymentUnreachableError("Vipps MobilePay hasn't settled all days of this period yet");
    yield* page.items;
    if (!page.hasMore || page.cursor === undefined) return;
    cursor = page.cursor;
  }
}

/** Retained fees are in both ledgers, with opposite signs. */
function toBalanceChanges({ entryType, time, reference, pspReference, amount, currency }: Entry): BalanceChange[] {
  if (entryType === "fees-retained" || amount === 0) return [];
  const isSaleOrRefund = entryType === "capture" || entryType === "refund";
  const isOfPayment = isSaleOrRefund || entryType.endsWith("-disputed-capture");
  return [
    {
      at: Date.parse(time),
      type: typeOf(entryType),
      amountCents: amount,
      currency,
      reference: pspReference,
      payment: isOfPayment ? (reference ?? undefined) : undefined,
      isSaleOrRefund,
    },
  ];
}

/** "retained-disputed-capture" is a "Retained disputed capture". */
function typeOf(entryType: string) {
  if (entryType.endsWith("-fee")) return "Fee";
  if (entryType === "payout-scheduled") return "Payout";
  const words = entryType.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
