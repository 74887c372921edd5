import { type EuroRow, rateDay } from "#shop/bookkeeping/one-stop-shop.ts";
import { rateSources } from "#shop/taxes/describe-rate.ts";
import { euro } from "#shop/taxes/euro-rates.ts";
import { formatRate } from "#shop/taxes/vat.ts";
import { vatSchemes } from "#shop/taxes/vat-kind.ts";
import { nameOf } from "#shop/taxes/vat-notes.ts";
import { formatDay } from "#shop/values/days.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";

/** A line of a One Stop Shop return, as the screen shows it. */
export function describeReturn(
  { scheme, period, corrects, country, basisPoints, netCents, vatCents, euros }: EuroRow,
  formats: Formats,
) {
  const euroFormats = { currency: euro, locale: formats.locale };
  return {
    key: [scheme, period, corrects, country, basisPoints].join(" "),
    ...{ period, country: nameOf(country), rate: formatRate(basisPoints, formats) },
    scheme: vatSchemes[scheme],
    corrects: corrects ?? "",
    ...{ net: formatPrice(netCents, formats), vat: formatPrice(vatCents, formats) },
    netInEuros: euros ? formatPrice(euros.netCents, euroFormats) : "",
    vatInEuros: euros ? formatPrice(euros.vatCents, euroFormats) : "",
  };
}

/** The rates that the returns need, each once. @param today `YYYY-MM-DD` */
export function describeRates(returns: EuroRow[], { currency, locale }: Formats, today: string) {
  const byDay = new Map(returns.map((row) => [rateDay(row), row]));
  return [...byDay].toSorted().map(([day, { period, corrects = period, euros }]) => {
    const source = euros && `${rateSources[euros.rate.source]}, ${formatDay(euros.rate.publishedOn, locale)}`;
    return {
      ...{ day, isTyped: euros?.rate.source === "typed", rate: euros?.rate.rate ?? "" },
      label: `${currency} for one euro on ${formatDay(day, locale)}`,
      isPast: day <= today,
      said: euros
        ? `${corrects}: 1 euro is ${typedNumber(euros.rate.rate, { currency, locale })} ${currency} (${source}).`
        : day > today
          ? `${corrects}: the rate of ${formatDay(day, locale)} decides. Until then there are no amounts in euros.`
          : `${corrects}: the European Central Bank's rate couldn't be read. Enter it, or open this page again later.`,
    };
  });
}
