import type { RouterContextProvider } from "react-router";
import { createCartCookie, readCartCookie } from "#shop/accounts/cart-cookie.ts";
import { type AddingOutcome, addProduct, describeAdding } from "#shop/cart/add-product.ts";
import { type CartLine, quantityLimit } from "#shop/cart/cart-reducer.ts";
import type { CartProduct, ProductsById } from "#shop/cart/compare-cart.ts";
import { linesOf, setQuantity } from "#shop/cart/cookie-cart.ts";
import { readCartProducts } from "#shop/checkout/cart-products.ts";
import { isStorableText } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { decideVat, pricesAt } from "#shop/taxes/treatment.ts";
import { dayOf } from "#shop/values/days.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { readForm } from "#web/posted-form.server.ts";
import { askedQueryContext, shopContext } from "#web/request-context.ts";

/** The cart of a browser without scripts, which a cookie keeps. See docs/decisions/0397. */

type Context = Readonly<RouterContextProvider>;

/** What is said above the lines. A removed product can be put back. */
export interface CartNotice {
  kind: "done" | "refused";
  title?: string;
  text: string;
  restore?: { id: string; quantity: number };
}

/** A change of the cart: the cookie to set and where to go on, or why it was refused. */
type Change = { cookie: string; to: string } | { refused: CartNotice; status: number };

/** The lines of the cart with their current products, and what the last change did. */
export async function readKeptCart(request: Request, context: Context) {
  const shop = context.get(shopContext);
  const items = await readCartCookie(shop.accounts, request.headers);
  const asked = new URLSearchParams(context.get(askedQueryContext));
  const changed = asked.get("changed") ?? "";
  const products = await readProducts(shop, [...items.map(({ id }) => id), changed]);
  const lines = linesOf(items, products);
  const product = products.get(changed);
  const restored = readQuantity(asked.get("removed"));
  const hasLine = lines.some(({ id }) => id === changed);
  // An address that is opened again, after another change, says nothing.
  const isCurrent = lines.length > 0 && hasLine === (restored === undefined);
  const notice = isCurrent && product ? describeChange(product, restored) : undefined;
  return { lines, products: [...products.values()].filter((found) => found !== null), ...(notice && { notice }) };
}

/** Adds a product (`add`), or sets the quantity of its line (`set`), which does the same when it is sent twice. */
export async function changeKeptCart(request: Request, context: Context): Promise<Change> {
  const shop = context.get(shopContext);
  const form = await readForm(request);
  const [add, set] = [textOf(form, "add"), textOf(form, "set")];
  const id = add || set;
  const quantity = readQuantity(textOf(form, "quantity"));
  if (quantity === undefined || (add && quantity === 0)) return refuse(400, "Enter a whole number of 1 or more.");
  const items = await readCartCookie(shop.accounts, request.headers);
  const products = await readProducts(shop, [...items.map((item) => item.id), id]);
  const lines = linesOf(items, products);
  const product = products.get(id);
  if (!product) return refuse(404, "This product is no longer available.");
  const hasLine = lines.some((line) => line.id === id);
  // A removed line that comes back is added.
  if (!add && (hasLine || quantity === 0))
    return keep(shop, setQuantity(lines, id, { quantity, stock: product.stock }), product, lines);
  if (product.stock === 0) return refuse(409, `${fullTitle(product)} is out of stock.`);
  const { isVariant = false, title, priceCents, thumbnail, stock } = product;
  const added = addProduct(lines, { id, title, priceCents, thumbnail, isVariant, stock }, quantity);
  return added.outcome === "added" ? keep(shop, added.lines, product, lines) : refuseAdding(added.outcome, product);
}

async function keep(shop: Shop, lines: CartLine[], product: CartProduct, before: CartLine[]): Promise<Change> {
  const cookie = await createCartCookie(shop.accounts, lines);
  if (cookie === undefined) return refuseAdding("full", product);
  return { cookie, to: `/cart${addressOf(product.id, lines, before)}` };
}

/** The query that has the cart's page say what was done; nothing for another quantity, which it shows anyway. */
function addressOf(id: string, lines: CartLine[], before: CartLine[]) {
  const [is, was] = [lines, before].map((some) => some.find((line) => line.id === id)?.quantity ?? 0) as [
    number,
    number,
  ];
  if (is > was) return `?changed=${encodeURIComponent(id)}`;
  return is === 0 && was > 0 ? `?changed=${encodeURIComponent(id)}&removed=${was}` : "";
}

function describeChange(product: CartProduct, restored: number | undefined): CartNotice {
  if (restored) {
    return {
      kind: "done",
      text: `Removed from cart: ${product.title}`,
      restore: { id: product.id, quantity: restored },
    };
  }
  const [title, text] = describeAdding("added", product);
  return { kind: "done", title, text };
}

function refuseAdding(outcome: AddingOutcome, product: CartProduct): Change {
  const [title, text] = describeAdding(outcome, product);
  return refuse(409, text, title);
}

function refuse(status: number, text: string, title?: string): Change {
  return { status, refused: { kind: "refused", text, ...(title && { title }) } };
}

async function readProducts({ db, settings, now }: Shop, ids: string[]): Promise<ProductsById> {
  const { taxes, timeZone } = settings;
  const priceOf = pricesAt(taxes, decideVat(taxes, {}), dayOf(now(), timeZone));
  const wanted = [...new Set(ids)].filter((id) => id !== "" && isStorableText(id));
  const found = await readCartProducts(db, wanted, priceOf, now());
  return new Map(found.map((product) => [product.id, product]));
}

/** A number of pieces as forms and addresses write it. */
function readQuantity(text: string | null) {
  return /^\d{1,7}$/.test(text ?? "") ? Math.min(Number(text), quantityLimit) : undefined;
}

function textOf(form: FormData, name: string) {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
