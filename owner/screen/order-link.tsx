import { href, Link } from "react-router";

interface OrderLinkProps {
  orderNumber: string;
  className?: string;
}

/** An order's number, which leads to it. */
export function OrderLink({ orderNumber, className = "" }: OrderLinkProps) {
  return (
    <Link to={href("/orders/:orderNumber", { orderNumber })} className={`text-link ${className}`.trim()}>
      {orderNumber}
    </Link>
  );
}
