import { href } from "react-router";
import { findCustomers } from "#shop/accounts/find-customers.ts";
import { findNumbers, findProducts } from "#shop/catalog/lists/find-products.ts";
import { orderStateName } from "#shop/orders/state/state-machine.ts";
import { findOrders } from "#shop/orders/views/find-orders.ts";
import type { Owner } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { foldText } from "#shop/text/fold-text.ts";
import { splitWords } from "#shop/text/match-words.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { mayOpen } from "../access/acts.ts";
import { withBasename } from "../addresses.ts";
import { ownersProductAddress } from "../products-address.ts";
import { menuOf } from "../screen/menu.ts";
import type { Found, FoundGroup } from "./found.ts";
import { otherScreens } from "./other-screens.ts";

type Finding = Pick<Shop, "db" | "reader">;

/** Each group shows its first few: the lists show all. */
const limit = 5;

/**
 * The screens, orders, products and customers that have the words of a text and that a role may open; without a text, all screens of the menu. Products that have
 * only some of the words, or others that look like them, are found if nothing has the words. See docs/decisions/0395.
 */
export async function find(shop: Finding, role: Owner["role"], text: string): Promise<FoundGroup[]> {
  const searches: [address: string, name: string, find: (shop: Finding, text: string) => Promise<Found[]>][] = [
    [href("/orders"), "Orders", findOrderLinks],
    [href("/products"), "Products", findProductLinks],
    [href("/customers"), "Customers", findCustomerLinks],
  ];
  const allowed = text === "" ? [] : searches.filter(([address]) => mayOpen(role, address));
  const found = await Promise.all(allowed.map(async ([, name, find]) => ({ name, results: await find(shop, text) })));
  const groups = [{ name: "Screens", results: findScreens(role, text) }, ...found].filter(hasResults);
  const mayForgive = groups.length === 0 && allowed.some(([address]) => address === href("/products"));
  if (!mayForgive) return groups;
  return [{ name: "Products", results: await findProductLinks(shop, text, { asTyped: false }) }].filter(hasResults);
}

function hasResults({ results }: FoundGroup) {
  return results.length > 0;
}

interface Screen {
  to: string;
  label: string;
  /** The menu's entry that it belongs to, if that has several. */
  detail?: string | undefined;
  /** What other shops call it, in small letters. */
  otherNames?: string | undefined;
}

function findScreens(role: Owner["role"], text: string): Found[] {
  const words = splitWords(text);
  const ofMenu: Screen[] = menuOf(role).flatMap(({ label: group, screens }) =>
    screens.map(({ label, ...screen }) => ({ ...screen, label: label ?? group, detail: label && group })),
  );
  const others: Screen[] = otherScreens.filter(({ to }) => mayOpen(role, to));
  if (words.length === 0) return ofMenu.map(toFound);
  return [...ofMenu, ...others]
    .flatMap((screen) => {
      const rank = rankOf(screen, words);
      return rank === undefined ? [] : [{ screen, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ screen }) => toFound(screen));
}

/** 0 for a screen whose label begins with the words, 1 for one that has them, 2 for one that other shops call so. */
function rankOf({ label, detail = "", otherNames = "" }: Screen, words: string[]) {
  const name = foldText(`${detail} ${label}`);
  if (words.every((word) => name.includes(word))) return foldText(label).startsWith(words[0] ?? "") ? 0 : 1;
  const names = otherNames.split(" ");
  const isCalled = (word: string) => name.includes(word) || names.some((other) => other.startsWith(word));
  return words.every(isCalled) ? 2 : undefined;
}

function toFound({ to, label, detail }: Screen): Found {
  return { title: label, detail, address: withBasename(to) };
}

async function findOrderLinks({ reader }: Finding, text: string): Promise<Found[]> {
  const { orders } = await findOrders(await reader(), { text, sort: "newest", limit });
  return orders.map(({ orderNumber, recipientName, state, isPickup }) => ({
    title: orderNumber,
    detail: [recipientName, orderStateName({ state, isPickup })].filter(Boolean).join(" · "),
    address: withBasename(href("/orders/:orderNumber", { orderNumber })),
  }));
}

/** Those that match best, the best first. */
async function findProductLinks({ db }: Finding, text: string, { asTyped = true } = {}): Promise<Found[]> {
  const numbers = (await findNumbers(db, text, { asTyped }))?.slice(0, limit + 1);
  const { products } = await findProducts(db, { text, numbers, sort: "catalog", limit });
  const placeOf = ({ number }: { number: number }) => numbers?.indexOf(number) ?? 0;
  return products
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((product) => ({
      title: fullTitle(product),
      detail: [product.brand, product.id].filter(Boolean).join(" · "),
      address: ownersProductAddress(product.id),
    }));
}

async function findCustomerLinks({ reader }: Finding, text: string): Promise<Found[]> {
  const { customers } = await findCustomers(await reader(), { text, hasRole: false, sort: "newest", limit });
  return customers.map(({ uid, firstname, lastname, email }) => {
    const name = `${firstname} ${lastname}`.trim();
    const address = withBasename(href("/customers/:uid", { uid }));
    return { title: name || email, detail: name ? email : undefined, address };
  });
}
