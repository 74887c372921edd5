import { fetchSafely } from "../outbound/fetch-safely.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { ShopSettings } from "../shop.ts";
import type { Currency } from "../values/currencies.ts";
import { addDays } from "../values/days.ts";

/** The reference rates of the last 90 days (https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates). */
export const ecbRatesUrl = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml";

/** The file goes back 90 days. */
export const ecbDays = 85;
/** The file has about 120 kB. */
const mostBytes = 1_000_000;
/** How long a screen waits for it, and the job that follows the rates. */
const timeoutMs = 3000;
/** Holidays stop publication for a few days at most. */
const longestPauseDays = 7;

/** What one euro is worth in a currency. @property publishedOn `YYYY-MM-DD` @property rate a decimal number with a point, as it is published */
export interface PublishedRate {
  publishedOn: string;
  rate: string;
}

type EcbSettings = Pick<ShopSettings, "ecbRatesUrl" | "allowedPrivateHosts">;

/** Reads the European Central Bank's file. @throws OutboundError */
export async function fetchEcbFile({ ecbRatesUrl: address, allowedPrivateHosts }: EcbSettings, signal: AbortSignal) {
  const { status, content } = await fetchSafely(address, {
    accept: "application/xml",
    ...{ mostBytes, allowedPrivateHosts, signal },
    limits: { idleMs: timeoutMs, wholeMs: timeoutMs },
  });
  if (status !== 200) throw new OutboundError("unreachable", `The European Central Bank answered ${status}`);
  return Buffer.from(content).toString();
}

/**
 * Asks the European Central Bank for its rates of days, or of the next day on which it published any.
 *
 * @param days `YYYY-MM-DD`
 * @returns by day; without those that the file doesn't have
 * @throws OutboundError
 */
export async function askEcb(
  settings: EcbSettings,
  currency: Currency,
  days: string[],
): Promise<Map<string, PublishedRate>> {
  const published = readRates(await fetchEcbFile(settings, new AbortController().signal), currency);
  return new Map(
    days.flatMap((day) => {
      const rate = rateOn(published, day);
      return rate ? [[day, rate] as const] : [];
    }),
  );
}

/** A currency's rates in the file, the oldest first. */
export function readRates(xml: string, currency: Currency): PublishedRate[] {
  const ofCurrency = new RegExp(`<Cube currency=["']${currency}["'] rate=["'](\\d{1,9}(?:\\.\\d{1,9})?)["']`);
  const [, ...days] = xml.split("<Cube time=");
  return days
    .flatMap((part) => {
      const publishedOn = /^["'](\d{4}-\d\d-\d\d)["']/.exec(part)?.[1];
      const rate = ofCurrency.exec(part)?.[1];
      return publishedOn && Number(rate) > 0 && rate ? [{ publishedOn, rate }] : [];
    })
    .sort((one, other) => (one.publishedOn < other.publishedOn ? -1 : 1));
}

/** A later day counts only where the file goes back to the wanted one. */
function rateOn(published: PublishedRate[], day: string) {
  const [oldest] = published;
  if (!oldest || oldest.publishedOn > day) return undefined;
  const latest = addDays(day, longestPauseDays);
  return published.find(({ publishedOn }) => publishedOn >= day && publishedOn <= latest);
}
