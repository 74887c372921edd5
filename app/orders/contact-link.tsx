import { href } from "react-router";
import { Link } from "#ui/link.tsx";

/** Opens the contact page with an order's number filled in. */
export function ContactLink({ orderNumber, describedBy }: { orderNumber: string; describedBy?: string }) {
  return (
    <Link
      to={`${href("/contact")}?order=${orderNumber}`}
      prefetch="intent"
      aria-describedby={describedBy}
      className="text-link inline-flex min-h-11 items-center"
    >
      Need help with this order?
    </Link>
  );
}
