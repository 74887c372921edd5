import { href } from "react-router";
import { withdrawLabel } from "#shop/values/withdrawal.ts";
import { Link } from "#ui/link.tsx";

/** Opens the page to withdraw from an order's contract. */
export function WithdrawLink({ orderNumber, describedBy }: { orderNumber: string; describedBy?: string }) {
  return (
    <Link
      to={`${href("/withdraw")}?order=${orderNumber}`}
      aria-describedby={describedBy}
      className="text-link inline-flex min-h-11 items-center"
    >
      {withdrawLabel}
    </Link>
  );
}
