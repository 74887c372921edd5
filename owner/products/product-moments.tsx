import type { Publication } from "#shop/catalog/fields/publication.ts";
import type { SaleColumns } from "#shop/catalog/pricing/usual-price.ts";
import { formatEnd, formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { scheduledFor } from "./scheduled-for.ts";

/** What will become of a product, in words. */
export interface Moments {
  /** When shoppers will see it, if they don't yet. */
  scheduled?: string | undefined;
  /** A sale that is on, or begins then, and its price. */
  sale?: { price: string; from?: string; until?: string };
}

/** The moments that concern a product: when shoppers will see it, and its sale. */
export function momentsOf(
  product: Publication & SaleColumns,
  { now, settings }: { now: Date; settings: Regional & Parameters<typeof formatPrice>[1] },
): Moments {
  const { saleCents, saleStartsAt, saleEndsAt } = product;
  return {
    scheduled: scheduledFor(product, { now, settings }),
    ...(saleCents !== null && {
      sale: {
        price: formatPrice(saleCents, settings),
        ...(saleStartsAt !== null && { from: formatMoment(saleStartsAt, settings) }),
        ...(saleEndsAt !== null && { until: formatEnd(saleEndsAt, settings) }),
      },
    }),
  };
}

/** The lines below a product's name that say them. @param saysPrice where the sale's price isn't shown otherwise */
export function ProductMoments({ scheduled, sale, saysPrice = false }: Moments & { saysPrice?: boolean }) {
  return (
    <>
      {scheduled && <span className="block text-sm text-spruce">Scheduled for {scheduled}</span>}
      {sale && <span className="block text-sm text-spruce">{saleInWords(sale, saysPrice)}</span>}
    </>
  );
}

/** "On sale until 30 November", "Sale for $8.00 from 24 December" */
function saleInWords({ price, from, until }: NonNullable<Moments["sale"]>, saysPrice: boolean) {
  return [
    from === undefined ? "On sale" : "Sale",
    saysPrice && `for ${price}`,
    from !== undefined && `from ${from}`,
    until !== undefined && `until ${until}`,
  ]
    .filter(Boolean)
    .join(" ");
}
