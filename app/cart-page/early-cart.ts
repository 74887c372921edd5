// Runs when the cart's page is parsed, as an inline script: what the cart holds is there from the first frame, before the page is hydrated.
import { type CartLine, lineTotal } from "#shop/cart/cart-reducer.ts";
import { ownPicture, pictureWidths } from "#shop/pictures/own-picture.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { loadLines } from "../cart/cart-storage.ts";
import { lineLayout } from "./line-layout.ts";

/** As many as fill a large window. */
const mostLines = 12;

const part = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

drawCart();

/** See docs/decisions/0384. A shared cart that is about to be offered (`?add=`) comes before an empty one. */
function drawCart() {
  const lines = loadLines();
  const loader = part("cart-loader");
  const early = part("early-cart");
  const empty = part("empty-cart");
  if (!loader || !early || !empty) return;
  if (lines.length === 0) {
    empty.hidden = new URLSearchParams(location.search).has("add");
    loader.hidden = !empty.hidden;
    return;
  }
  const formats: Formats = JSON.parse(early.dataset.earlyCart ?? "");
  const list = element("ul", lineLayout.list);
  list.append(...lines.slice(0, mostLines).map((line) => drawLine(line, formats)));
  early.prepend(list);
  early.hidden = false;
  loader.hidden = true;
}

/** A line as `cart-lines.tsx` shows it, whose buttons are still missing. */
function drawLine(line: CartLine, formats: Formats) {
  const { title, quantity, priceCents } = line;
  const name = element("div", lineLayout.name);
  name.append(
    Object.assign(element("a", lineLayout.link), { href: productAddress(line), textContent: title, dir: "auto" }),
  );
  const note = element("p", lineLayout.note);
  if (quantity > 1) {
    note.dataset.note = "each";
    note.append(element("span", "mr-1"));
    note.firstElementChild?.append(formatPrice(priceCents, formats));
  }
  const total = element("span", `font-display font-medium tabular-nums ${lineLayout.price}`);
  total.append(formatPrice(lineTotal(line), formats));
  const counter = element("div", "grid h-11.5 w-30.5 place-items-center rounded-full border border-field tabular-nums");
  counter.append(String(quantity));
  const controls = element("div", lineLayout.controls);
  controls.append(counter);
  const item = element("li", lineLayout.line);
  item.append(drawPicture(line.thumbnail), name, note, total, controls);
  return item;
}

function drawPicture(src: string) {
  const frame = element("span", lineLayout.picture);
  const picture = element("picture", "");
  const image = element("img", "aspect-square size-full object-cover");
  if (ownPicture(src)) {
    const webp = { sizes: "6rem", srcset: pictureWidths(src, "webp") };
    picture.append(
      Object.assign(element("source", ""), { ...webp, type: "image/avif", srcset: pictureWidths(src, "avif") }),
    );
    Object.assign(image, webp);
  }
  picture.append(Object.assign(image, { width: 800, height: 800, alt: "", src }));
  frame.append(picture);
  return frame;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string) {
  return Object.assign(document.createElement(name), { className });
}
