import { createContext, data, type RouterContextProvider } from "react-router";
import { readCartCookie } from "#shop/accounts/cart-cookie.ts";
import { type AddingOutcome, addProduct, describeAdding } from "#shop/cart/add-product.ts";
import { type CartLine, quantityLimit, totalQuantity } from "#shop/cart/cart-reducer.ts";
import type { CartProduct } from "#shop/cart/compare-cart.ts";
import { setQuantity } from "#shop/cart/cookie-cart.ts";
import {
  type CartHolder,
  type CartWithoutScripts,
  keepCartWithoutScripts,
  onNewestCart,
  readCartWithoutScripts,
} from "#shop/checkout/cart-without-scripts.ts";
import { isOutage } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { readForm } from "#web/posted-form.server.ts";
import { askedQueryContext, shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";

/** The cart of a browser without scripts: the account's, or a visitor's in a cookie. See docs/decisions/0397 and docs/decisions/0400. */

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

const readingContext = createContext<Promise<CartWithoutScripts> | null>(null);

/** The asker's cart with the product that was changed last, read once per request for the badge and the cart's page. */
function readOnce(request: Request, context: Context) {
  const begun = context.get(readingContext);
  if (begun) return begun;
  const shop = context.get(shopContext);
  const reading = readCartWithoutScripts(shop, holderOf(request, context), [askedChange(context).id]);
  context.set(readingContext, reading);
  return reading;
}

/** How many pieces the cart's page shows; in an outage, what the cookie names. */
export async function countPieces(request: Request, context: Context) {
  try {
    return totalQuantity((await readOnce(request, context)).lines);
  } catch (error) {
    if (!isOutage(error)) throw error;
    return totalQuantity(await readCartCookie(context.get(shopContext).accounts, request.headers));
  }
}

/** The lines of the cart with their current products, and what the last change did. */
export async function readKeptCart(request: Request, context: Context) {
  const { id: changed, removed } = askedChange(context);
  const { lines, products } = await readOnce(request, context);
  const product = products.get(changed);
  const restored = readQuantity(removed) || undefined;
  const hasLine = lines.some(({ id }) => id === changed);
  // An address that is opened again, after another change, says nothing.
  const isCurrent = hasLine === (restored === undefined);
  const notice = isCurrent && product ? describeChange(product, restored) : undefined;
  return { lines, products: [...products.values()].filter((found) => found !== null), ...(notice && { notice }) };
}

/** What a form asks for: pieces to add (`add`), or how many a line has (`set`), which does the same when it is sent twice. */
interface Wish {
  id: string;
  quantity: number;
  isAdded: boolean;
}

/** Does what a form asks for. */
export async function changeKeptCart(request: Request, context: Context): Promise<Change> {
  if (request.method !== "POST") throw data(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
  const shop = context.get(shopContext);
  const holder = holderOf(request, context);
  const form = await readForm(request);
  const [add, set] = [textOf(form, "add"), textOf(form, "set")];
  const quantity = readQuantity(textOf(form, "quantity"));
  if (quantity === undefined || (add && quantity === 0)) return refuse(400, "Enter a whole number of 1 or more.");
  const wish = { id: add || set, quantity, isAdded: add !== "" };
  const change = await onNewestCart(() => changeOnce(shop, holder, wish));
  return change === "changed" ? refuse(409, "Your cart was changed on another device. Please try again.") : change;
}

async function changeOnce(
  shop: Shop,
  holder: CartHolder,
  { id, quantity, isAdded }: Wish,
): Promise<Change | "changed"> {
  const cart = await readCartWithoutScripts(shop, holder, [id]);
  const { lines, products } = cart;
  const product = products.get(id);
  const keep = (changed: CartLine[]) => keepChange(shop, holder, { id, product, changed, cart });
  const hasLine = lines.some((line) => line.id === id);
  const isRemoved = !isAdded && quantity === 0;
  if (!product && !(hasLine && isRemoved)) return refuse(404, "This product is no longer available.");
  // A removed line that comes back is added.
  if (!product || (!isAdded && (hasLine || isRemoved)))
    return keep(setQuantity(lines, id, { quantity, stock: product?.stock ?? 0 }));
  if (product.stock === 0) return refuse(409, `${fullTitle(product)} is out of stock.`);
  const { isVariant = false, title, priceCents, thumbnail, stock } = product;
  const added = addProduct(lines, { id, title, priceCents, thumbnail, isVariant, stock }, quantity);
  return added.outcome === "added" ? keep(added.lines) : refuseAdding(added.outcome, product);
}

interface KeptChange {
  id: string;
  /** Undefined for one that is no longer sold, which can only be removed. */
  product: CartProduct | null | undefined;
  changed: CartLine[];
  cart: CartWithoutScripts;
}

async function keepChange(
  shop: Shop,
  holder: CartHolder,
  { id, product, changed, cart }: KeptChange,
): Promise<Change | "changed"> {
  const kept = await keepCartWithoutScripts(shop, holder, { lines: changed, revision: cart.revision });
  if (kept === "changed") return kept;
  if (kept === "full") return refuseAdding(kept, product ?? { title: id, stock: 0 });
  return { ...kept, to: `/cart${product ? addressOf(id, changed, cart.lines) : ""}` };
}

/** The change that the page is to say was done (`addressOf`). */
function askedChange(context: Context) {
  const asked = new URLSearchParams(context.get(askedQueryContext));
  return { id: asked.get("changed") ?? "", removed: asked.get("removed") };
}

/** Whose cart a request is about. */
export function holderOf({ headers }: Request, context: Context): CartHolder {
  return { headers, user: context.get(userContext) };
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

function refuseAdding(outcome: AddingOutcome, product: Pick<CartProduct, "title" | "stock">): Change {
  const [title, text] = describeAdding(outcome, product);
  return refuse(409, text, title);
}

function refuse(status: number, text: string, title?: string): Change {
  return { status, refused: { kind: "refused", text, ...(title && { title }) } };
}

/** A number of pieces as forms and addresses write it. */
function readQuantity(text: string | null) {
  return /^\d{1,7}$/.test(text ?? "") ? Math.min(Number(text), quantityLimit) : undefined;
}

function textOf(form: FormData, name: string) {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
