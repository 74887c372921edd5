// Runs when the cart's page is parsed, as an inline script: what the cart holds is there from the first frame, before the page is hydrated.
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import { ownPicture, pictureWidths } from "#shop/pictures/own-picture.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { amountLook, priceLook } from "#ui/price-look.ts";
import { loadLines } from "../cart/cart-storage.ts";
import { lineLayout } from "./line-layout.ts";

/** As many as fill a large window. */
const mostLines = 12;

const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

drawCart();

/** See docs/decisions/0379. A shared cart (`?add=`) is offered above one's own, so that the page waits for it. */
function drawCart() {
  const loader = part("cart-loader");
  const early = part("early-cart");
  const empty = part("empty-cart");
  if (!loader || !early || !empty || new URLSearchParams(location.search).has("add")) return;
  const lines = loadLines();
  if (lines.length > 0) {
    const formats: Formats = JSON.parse(early.dataset.earlyCart ?? "");
    early.append(element("ul", lineLayout.list, ...lines.slice(0, mostLines).map((line) => drawLine(line, formats))));
  }
  (lines.length > 0 ? early : empty).hidden = false;
  loader.hidden = true;
}

/** A line as `cart-lines.tsx` shows it, whose buttons are still missing. */
function drawLine(line: CartLine, formats: Formats) {
  const { title, thumbnail, quantity, priceCents } = line;
  const link = Object.assign(element("a", lineLayout.link, title), { href: productAddress(line), dir: "auto" });
  const note = element("p", lineLayout.note);
  if (quantity > 1) {
    note.dataset.note = "each";
    note.append(element("span", lineLayout.each, drawAmount(priceCents, formats)));
  }
  const button = () => element("span", "size-11");
  const counter = element(
    "div",
    "flex w-max items-center rounded-full border border-field",
    button(),
    element("span", "min-w-8 text-center tabular-nums", String(quantity)),
    button(),
  );
  return element(
    "li",
    lineLayout.line,
    element("span", lineLayout.picture, drawPicture(thumbnail)),
    element("div", lineLayout.name, link),
    note,
    element("span", `${priceLook} ${lineLayout.price}`, drawAmount(lineTotal(line), formats)),
    element("div", lineLayout.controls, counter),
  );
}

/** As `Amount` does in `ui/price.tsx`. */
function drawAmount(cents: number, formats: Formats) {
  const text = formatPrice(cents, formats);
  const look = amountLook(text);
  return look ? element("span", look, text) : text;
}

/** As `ui/picture.tsx` does. */
function drawPicture(src: string) {
  const image = element("img", "aspect-square size-full object-cover");
  const picture = element("picture", "");
  if (ownPicture(src)) {
    const sizes = "6rem";
    const avif = { type: "image/avif", srcset: pictureWidths(src, "avif"), sizes };
    picture.append(Object.assign(element("source", ""), avif));
    Object.assign(image, { srcset: pictureWidths(src, "webp"), sizes });
  }
  picture.append(Object.assign(image, { width: 800, height: 800, alt: "", src }));
  return picture;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (Node | string)[]
) {
  const made = Object.assign(document.createElement(name), { className });
  made.append(...content);
  return made;
}
