import { data, href, useNavigate } from "react-router";
import { addItems } from "#shop/cart/add-items.ts";
import { type OfferedCart, readLinkedCart } from "#shop/platforms/offered-cart.ts";
import { Button } from "#ui/button.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { shopContext } from "#web/request-context.ts";
import { CartNeedsScripts } from "../cart/cart-needs-scripts.tsx";
import { cartLines, changeCart, useCart } from "../cart/cart-store.ts";
import { describeAdded, OfferedItems } from "../cart/offered-items.tsx";
import { keepCodeForCheckout } from "../checkout/kept-code.ts";
import { keepPlatformCheckout } from "../checkout/kept-platform-checkout.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { showToast, toastLives } from "../page/toasts.ts";
import type { Route } from "./+types/platform-cart";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Items for your cart",
    description: "Items that were chosen for your cart.",
    unlisted: true,
  });
}

/** What a platform chose for a buyer. It is in nobody's cart until they want it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const linked = await readLinkedCart(shop.db, shop, params.link);
  if (!linked) return data({ offer: undefined, isOrdered: false }, 404);
  return "offer" in linked ? { ...linked, isOrdered: false } : { offer: undefined, isOrdered: true };
}

export default function PlatformCart({ loaderData: { offer, isOrdered } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-6">
      {offer ? <Offer offer={offer} /> : <NoOffer isOrdered={isOrdered} />}
    </div>
  );
}

/** The items, and who chose them: they are added once the buyer has seen both. See docs/decisions/0270. */
function Offer({ offer }: { offer: OfferedCart }) {
  const { platform, items, products, code, checkout } = offer;
  const navigate = useNavigate();
  const mine = useCart() ?? [];
  const known = new Map(products.map((product) => [product.id, product]));
  const chosen = new Map(items.map(({ id }) => [id, known.get(id) ?? null]));
  const offered = addItems([], items, chosen);
  const hasOthers = mine.some(({ id }) => !chosen.has(id));

  function add() {
    // Set, not added up: the link may be opened again, after the platform has changed a quantity.
    const others = cartLines().filter(({ id }) => !chosen.has(id));
    changeCart({ type: "replace", lines: addItems(others, items, chosen).lines });
    const { delivery, pickupPlace } = offer;
    keepPlatformCheckout(checkout === undefined ? undefined : { link: checkout, delivery, pickupPlace });
    if (code !== undefined) keepCodeForCheckout(code);
    showToast(describeAdded(offered.pieces), toastLives.cart);
    navigate(href("/cart"), { replace: true });
  }

  return (
    <>
      <h1 className="pt-8 pb-3 text-4xl sm:pt-12 sm:text-5xl">
        {offered.pieces > 0 ? "Add these items to your cart?" : "These items aren't available."}
      </h1>
      <p className="mb-6 max-w-prose text-soft">
        <Sentence text={`${platform} chose them for you.`} names={[platform]} />
        {checkout !== undefined &&
          " If you order them, it can see what you ordered and follow the delivery. It can't see your account or how you pay."}
        {code !== undefined && (
          <>
            {" "}
            <Sentence text={`Discount code ${code} will be applied at checkout.`} names={[code]} />
          </>
        )}
      </p>
      <div className="rounded-2xl border border-line bg-raised p-[min(1.25rem,6vw)] sm:p-7">
        <OfferedItems offered={offered} products={chosen} />
        {hasOthers && offered.pieces > 0 && <p className="mt-4 text-soft">Other items in your cart stay there.</p>}
        <CartNeedsScripts />
        <div className="mt-5 flex flex-wrap gap-3">
          {offered.pieces > 0 && (
            <Button type="button" className="noscript:hidden" onClick={add}>
              Add to cart
            </Button>
          )}
          <Button to={href("/cart")} look="quiet">
            No thanks
          </Button>
        </div>
      </div>
    </>
  );
}

function NoOffer({ isOrdered }: { isOrdered: boolean }) {
  return (
    <>
      <h1 className="pt-8 pb-3 text-4xl sm:pt-12 sm:text-5xl">
        {isOrdered ? "This has been ordered." : "This link has expired."}
      </h1>
      <p className="mb-6 max-w-prose text-soft">
        {isOrdered
          ? "The items of this link have been ordered. You can see your orders in your account."
          : "Ask for a new link where you got it, or find the products in our shop."}
      </p>
      <Button to={isOrdered ? href("/orders") : href("/products")}>
        {isOrdered ? "Your orders" : "See all products"}
      </Button>
    </>
  );
}
