import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import { standardDelivery, standardReturnDays } from "#shop/delivery/delivery.ts";
import { deliverySentence } from "#shop/delivery/describe-delivery.ts";
import { returnCostSentence } from "#shop/delivery/return-costs.ts";
import { guaranteeTitle } from "#shop/values/legal-guarantee.ts";
import { withdrawLabel, withdrawLabelWithoutHere } from "#shop/values/withdrawal.ts";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { DepartmentLinks } from "../catalog/department-links.tsx";
import { useShop, useShopFormats } from "../page/use-shop.ts";
import mastercard from "./cards/mastercard.svg";
import visa from "./cards/visa.svg";

/** Files rather than inline SVG: the scripts needn't contain them again. */
const cards = [
  { name: "Visa", picture: visa },
  { name: "Mastercard", picture: mastercard },
];

export function SiteFooter() {
  const {
    shopName,
    footer,
    pages = [],
    delivery = standardDelivery,
    returnDays = standardReturnDays,
    returnsPaidBy,
    takesReturns,
    refusesCards,
    hidesWithdrawal,
    guarantee,
  } = useShop();
  const formats = useShopFormats();
  // Only one link of that page may be called "here". See docs/decisions/0329.
  const isSignIn = useLocation().pathname === href("/sign-in");
  const inFooter = pages.filter((page) => page.inFooter);
  return (
    <footer className="mt-20 border-t border-line text-sm text-soft print:hidden">
      <div className="mx-auto max-w-page px-4 sm:px-6">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-6 pt-10 pb-8">
          <Column title="Shop">
            <DepartmentLinks className="-my-1" linkClassName="inline-block py-1 hover:text-ink hover:underline" />
          </Column>
          <Column title={delivery.isPickup ? "Pickup" : "Shipping"}>
            <p>{deliverySentence(delivery, formats)}</p>
          </Column>
          {footer?.returns !== null && (
            <Column title="Returns">
              <p dir="auto">
                {footer?.returns ??
                  `Changed your mind? You have ${returnDays} days to return your order. ${takesReturns ? "Press “Return items” on your order" : "Send us your order number"} and we'll take care of the rest.${returnsPaidBy ? ` ${returnCostSentence(returnsPaidBy)}` : ""}`}
              </p>
            </Column>
          )}
          <Column title="Help">
            <p>
              {footer?.help !== null &&
                (footer?.help ? <bdi>{footer.help}</bdi> : "Questions? A real person is here 24/7.")}{" "}
              <Link to={href("/contact")} prefetch="intent" className="text-link">
                Contact us
              </Link>
            </p>
            {guarantee && (
              <p className="mb-2">
                <Link to={href("/legal-guarantee")} prefetch="intent" className="text-link inline-block py-1">
                  {guaranteeTitle}
                </Link>
              </p>
            )}
            {!hidesWithdrawal && (
              <p>
                <Link to={href("/withdraw")} className="text-link">
                  {isSignIn ? withdrawLabelWithoutHere : withdrawLabel}
                </Link>
              </p>
            )}
          </Column>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-6">
          <p className="wrap-anywhere">
            {footer?.text ? (
              <bdi>{footer.text}</bdi>
            ) : (
              <Sentence text={`© 2025 ${shopName}. All rights reserved.`} names={[shopName]} />
            )}
          </p>
          {inFooter.length > 0 && (
            <nav aria-label="Information">
              <ul className="flex flex-wrap gap-x-6 gap-y-1">
                {inFooter.map(({ slug, title }) => (
                  <li key={slug}>
                    <Link
                      to={href("/pages/:slug", { slug })}
                      prefetch="intent"
                      className="inline-block py-1 hover:text-ink hover:underline"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {!refusesCards && (
            <ul className="flex gap-2" aria-label="We accept">
              {cards.map(({ name, picture }) => (
                <li key={name}>
                  <img
                    src={picture}
                    alt={name}
                    width={48}
                    height={30}
                    loading="lazy"
                    className="h-7 w-auto rounded-sm lined"
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-2 text-base font-semibold text-ink">{title}</p>
      {children}
    </div>
  );
}
