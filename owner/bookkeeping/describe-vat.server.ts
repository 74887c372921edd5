import type { BookkeepingVat } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { formatRate } from "#shop/taxes/vat.ts";
import { vatKindName } from "#shop/taxes/vat-kind.ts";
import { nameOf } from "#shop/taxes/vat-notes.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";

/** A country's VAT of one rate, as the screen shows it. */
export function describeVat(
  { country, vatKind, basisPoints, netCents, vatCents, grossCents }: BookkeepingVat,
  formats: Formats,
) {
  return {
    key: [country, vatKind, basisPoints, formats.currency].join(" "),
    country: nameOf(country),
    kind: vatKindName(vatKind),
    isOwn: vatKind === null,
    rate: formatRate(basisPoints, formats),
    net: formatPrice(netCents, formats),
    vat: formatPrice(vatCents, formats),
    gross: formatPrice(grossCents, formats),
  };
}
