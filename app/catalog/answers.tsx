import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { freeShipping, returnDays } from "#shop/orders/terms.ts";
import { Icon } from "../components/icons.tsx";

interface AnswersProps {
  id: string;
  discountPercentage: number;
  /** The day on which it comes when it is ordered now, and what that costs, as they are read; undefined when it can't be ordered. */
  delivery: { day: string; cost?: string } | undefined;
}

/** What people ask before they buy: what the discount means, when it comes and what that costs, how it is sent back. */
export function Answers({ id, discountPercentage, delivery }: AnswersProps) {
  return (
    <ul className="mt-6 grid max-w-prose gap-4 rounded-xl border border-line p-4 text-sm sm:p-5">
      {discountPercentage > 0 && (
        <Answer drawing="M20 12.5L12.5 20 4 11.5V4h7.5zM8 8h.01" title={`${discountPercentage}% off the usual price`}>
          The price above is what you pay: the discount is already taken off.
        </Answer>
      )}
      {delivery ? (
        <Answer
          drawing="M3 6.5h11v10H3zM14 10h4l3 3v3.5h-7M6 17a1 1 0 0 0 3 0M15.5 17a1 1 0 0 0 3 0"
          title={`Order today, with you on ${delivery.day}`}
        >
          {delivery.cost ?? `Free shipping ${freeShipping}.`}
        </Answer>
      ) : (
        <Answer drawing="M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4" title="Sold out for now">
          <Link to={`${href("/back-in-stock")}?product=${encodeURIComponent(id)}`} className="text-link">
            Tell me when it's back
          </Link>
        </Answer>
      )}
      <Answer drawing="M4 9.5h11a4.5 4.5 0 0 1 0 9H9M8 5.5l-4 4 4 4" title={`${returnDays} days to send it back`}>
        <Link to={href("/contact")} prefetch="intent" className="text-link">
          Tell us
        </Link>{" "}
        the number of your order, and we arrange the rest.
      </Answer>
    </ul>
  );
}

function Answer({ drawing, title, children }: { drawing: string; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon className="size-6 shrink-0 text-spruce">
        <path d={drawing} />
      </Icon>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-soft">{children}</p>
      </div>
    </li>
  );
}
