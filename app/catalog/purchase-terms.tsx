import type { ReactNode } from "react";
import { href } from "react-router";
import { shownDiscount } from "#shop/catalog/pricing/former-price.ts";
import type { Product } from "#shop/catalog/product.ts";
import { standardReturnDays } from "#shop/delivery/delivery.ts";
import { returnCostSentence } from "#shop/delivery/return-costs.ts";
import { guaranteeTitle } from "#shop/values/legal-guarantee.ts";
import type { ReturnException } from "#shop/values/withdrawal.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { Icon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { GuaranteeNotice } from "../page/guarantee-notice.tsx";
import { useShop } from "../page/use-shop.ts";

interface PurchaseTermsProps {
  product: Pick<Product, "priceCents" | "discountPercentage" | "formerCents">;
  /** Formatted day and cost of a delivery ordered now; undefined while the product is out of stock. */
  delivery: { day: string; cost?: string; isPickup?: boolean } | undefined;
  returnException: ReturnException | undefined;
}

/** What shoppers want to know before they buy: discount, delivery and returns. */
export function PurchaseTerms({ product, delivery, returnException }: PurchaseTermsProps) {
  const discount = shownDiscount(product);
  const percent = formatPercent(discount, useFormats());
  const { guarantee } = useShop();
  return (
    <ul className="mt-6 grid max-w-prose gap-4 rounded-xl border border-line p-4 text-sm sm:p-5">
      {discount > 0 && (
        <Term
          drawing="M20 12.5L12.5 20 4 11.5V4h7.5zM8 8h.01"
          // A percentage that the catalog brings says nothing of a former price.
          title={product.formerCents ? `${percent} off the regular price` : `Discount: ${percent}`}
        >
          The price shown is the price you pay.
        </Term>
      )}
      {delivery && (
        <Term
          drawing="M3 6.5h11v10H3zM14 10h4l3 3v3.5h-7M6 17a1 1 0 0 0 3 0M15.5 17a1 1 0 0 0 3 0"
          title={`Order today, ${delivery.isPickup ? "ready for pickup" : "estimated delivery"} ${delivery.day}`}
        >
          {delivery.cost ?? "Free shipping on every order."}
        </Term>
      )}
      <ReturnTerm exception={returnException} />
      {guarantee && (
        <Term
          drawing="M12 3.5l7 2.5v5.5c0 4.5-2.8 7.4-7 9-4.2-1.6-7-4.5-7-9V6zM8.5 12l2.5 2.5 4.5-5"
          title={guaranteeTitle}
          isBlock
        >
          <GuaranteeNotice guarantee={guarantee} />
        </Term>
      )}
    </ul>
  );
}

/** The shop's return period, or why it doesn't hold for the product. */
function ReturnTerm({ exception }: { exception: ReturnException | undefined }) {
  const { returnDays = standardReturnDays, returnsPaidBy, takesReturns } = useShop();
  const drawing = "M4 9.5h11a4.5 4.5 0 0 1 0 9H9M8 5.5l-4 4 4 4";
  const cost = returnsPaidBy && ` ${returnCostSentence(returnsPaidBy)}`;
  if (exception && !exception.isSealed)
    return (
      <Term drawing={drawing} title="No returns if you change your mind">
        {exception.reason} Your rights if something is wrong with it stay the same.
      </Term>
    );
  if (exception)
    return (
      <Term drawing={drawing} title={`${returnDays}-day returns while sealed`}>
        {exception.reason}
        {cost}
      </Term>
    );
  return (
    <Term drawing={drawing} title={`${returnDays}-day returns`}>
      {takesReturns ? (
        <>
          Press “Return items” on{" "}
          <Link to={href("/orders")} className="text-link">
            your order
          </Link>
        </>
      ) : (
        <>
          <Link to={href("/contact")} prefetch="intent" className="text-link">
            Send us
          </Link>{" "}
          your order number
        </>
      )}{" "}
      and we'll take care of the rest.{cost}
    </Term>
  );
}

interface TermProps {
  drawing: string;
  title: string;
  /** Whether it is more than a paragraph. */
  isBlock?: boolean;
  children: ReactNode;
}

function Term({ drawing, title, isBlock, children }: TermProps) {
  return (
    <li className="flex gap-3">
      <Icon className="size-6 shrink-0 text-spruce">
        <path d={drawing} />
      </Icon>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {isBlock ? <div className="text-soft">{children}</div> : <p className="text-soft">{children}</p>}
      </div>
    </li>
  );
}
