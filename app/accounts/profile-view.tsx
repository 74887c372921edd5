import { href } from "react-router";
import type { Customer } from "#shop/accounts/customer-account.ts";
import { totalQuantity } from "#shop/cart/cart-reducer.ts";
import { orderStateNames } from "#shop/orders/state/state-machine.ts";
import type { CustomerOrder } from "#shop/orders/views/customer.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/formats.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { AccountDetails, Detail, type ReadOnlyDetails } from "./account-details.tsx";
import { ProfileCircle } from "./profile-circle.tsx";

export type ShownCustomer = Omit<Customer, "createdAt" | "dateOfBirth">;

interface ProfileViewProps {
  customer: ShownCustomer;
  account: ReadOnlyDetails;
  lastPurchase?: Pick<CustomerOrder, "orderNumber" | "state" | "lines" | "totalCents"> & { date: string };
  onEdit: () => void;
}

export function ProfileView({ customer, account, lastPurchase, onEdit }: ProfileViewProps) {
  const { firstname, lastname, street, zipCode, city, country, profilePicture } = customer;
  return (
    <div className="grid grid-cols-1 gap-12 lg:grid-cols-[1fr_20rem]">
      <section aria-label="Your data">
        <div className="mb-8 flex flex-wrap items-center gap-5">
          <ProfileCircle imageUrl={profilePicture} className="size-24" />
          <div className="min-w-0 grow">
            {(firstname || lastname) && (
              <p dir="auto" className="font-display text-2xl wrap-anywhere">
                {firstname} {lastname}
              </p>
            )}
            <p className="text-soft wrap-anywhere">{account.email}</p>
          </div>
          <form action={href("/profile")}>
            <Button
              name="edit"
              onClick={(event) => {
                event.preventDefault();
                onEdit();
              }}
            >
              Edit profile
            </Button>
          </form>
        </div>
        <dl className="grid gap-x-8 gap-y-5 border-y border-line py-6 sm:grid-cols-2">
          <Detail name="First name" value={firstname} />
          <Detail name="Last name" value={lastname} />
          <Detail name="Street" value={street} />
          <Detail name="Zip code" value={zipCode} />
          <Detail name="City" value={city} />
          <Detail name="Country" value={country} />
        </dl>
        <AccountDetails account={account} />
      </section>
      <div className="lg:self-start">
        <LastPurchase purchase={lastPurchase} />
        <Link to={href("/orders")} prefetch="intent" className="text-link mt-3 inline-flex min-h-11 items-center">
          View all orders
        </Link>
        <Link to={href("/account")} prefetch="intent" className="text-link flex min-h-11 w-fit items-center">
          Account and security
        </Link>
      </div>
    </div>
  );
}

function LastPurchase({ purchase }: { purchase: ProfileViewProps["lastPurchase"] }) {
  const formatPrice = useFormatPrice();
  const pieces = totalQuantity(purchase?.lines ?? []);
  return (
    <section aria-labelledby="last-purchase" className="rounded-2xl border border-line bg-raised p-[min(1.5rem,6vw)]">
      <h2 id="last-purchase" className="mb-4 text-2xl">
        Last purchase
      </h2>
      {purchase ? (
        <>
          <ul className="mb-4 flex flex-wrap gap-2">
            {purchase.lines.map(({ productId, thumbnail, ...line }) => (
              <li key={productId} className="size-16 overflow-hidden rounded-lg bg-furniture">
                <Picture src={thumbnail} alt={fullTitle(line)} sizes="4rem" />
              </li>
            ))}
          </ul>
          <p className="text-sm text-soft">
            {purchase.date} · {pieces} {pieces === 1 ? "item" : "items"} ·{" "}
            <span className="font-medium text-ink tabular-nums">{formatPrice(purchase.totalCents)}</span>
            {purchase.state === "cancelled" && (
              <span className="font-medium text-berry"> · {orderStateNames.cancelled}</span>
            )}
          </p>
          <Link
            to={href("/order-confirmation/:orderNumber", { orderNumber: purchase.orderNumber })}
            className="text-link mt-2 inline-flex min-h-11 items-center wrap-anywhere"
          >
            Order {purchase.orderNumber}
          </Link>
        </>
      ) : (
        <p className="text-soft">No orders yet. Your latest order will appear here.</p>
      )}
    </section>
  );
}
