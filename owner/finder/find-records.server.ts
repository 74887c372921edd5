import { href } from "react-router";
import { findCustomers } from "#shop/accounts/find-customers.ts";
import { findNumbers, findProducts, findSomeArchivedProducts } from "#shop/catalog/lists/find-products.ts";
import { findDrafts } from "#shop/catalog/products/draft-products.ts";
import { findMessages } from "#shop/contact/find-messages.ts";
import { findPages } from "#shop/content/pages.ts";
import { describeDiscount } from "#shop/discounts/describe-discount.ts";
import { findDiscountsStarting } from "#shop/discounts/read-discounts.ts";
import { orderStateName } from "#shop/orders/state/state-machine.ts";
import { findOrders } from "#shop/orders/views/find-orders.ts";
import type { Shop } from "#shop/shop.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { withBasename } from "../addresses.ts";
import { ownersProductAddress } from "../products-address.ts";
import { type Found, mostFound as limit } from "./found.ts";

export type Finding = Pick<Shop, "db" | "reader" | "settings">;

/** On SQLite, older messages are only found by their list. */
const newestMessages = 20_000;

interface RecordSearch {
  /** Who may open the list finds what is in it. */
  list: "/orders" | "/products" | "/customers" | "/pages" | "/discounts" | "/messages" | "/staff";
  name: string;
  find: (shop: Finding, text: string) => Promise<Found[]>;
}

/** The searches of the lists, those first that people open most. */
export const recordSearches: RecordSearch[] = [
  { list: "/orders", name: "Orders", find: findOrderLinks },
  { list: "/products", name: "Products", find: findProductLinks },
  { list: "/customers", name: "Customers", find: findCustomerLinks },
  { list: "/pages", name: "Pages", find: findPageLinks },
  { list: "/discounts", name: "Discount codes", find: findDiscountLinks },
  { list: "/messages", name: "Messages", find: findMessageLinks },
  { list: "/products", name: "Drafts", find: findDraftLinks },
  { list: "/products", name: "Archived products", find: findArchivedLinks },
  { list: "/staff", name: "Staff", find: findStaffLinks },
];

async function findOrderLinks({ reader }: Finding, text: string): Promise<Found[]> {
  const { orders } = await findOrders(await reader(), { text, sort: "newest", limit });
  return orders.map(({ orderNumber, recipientName, state, isPickup }) => ({
    title: orderNumber,
    detail: joined(recipientName, orderStateName({ state, isPickup })),
    address: withBasename(href("/orders/:orderNumber", { orderNumber })),
  }));
}

async function findProductLinks({ db }: Finding, text: string): Promise<Found[]> {
  return findBest(db, text, await findNumbers(db, text, { asTyped: true }));
}

/** Products that have only some of the words, or others that look like them. */
export async function findAlikeProducts({ db }: Finding, text: string): Promise<Found[]> {
  return findBest(db, text, await findNumbers(db, text));
}

/** The products that match best, the best first. @param found the numbers of all that match, in this order */
async function findBest(db: Shop["db"], text: string, found: number[] | undefined) {
  const numbers = found?.slice(0, limit + 1);
  const { products } = await findProducts(db, { text, numbers, sort: "catalog", limit });
  const placeOf = ({ number }: { number: number }) => numbers?.indexOf(number) ?? 0;
  return products.toSorted((one, other) => placeOf(one) - placeOf(other)).map(toProductLink);
}

async function findDraftLinks({ reader }: Finding, text: string): Promise<Found[]> {
  const { products } = await findDrafts(await reader(), { text, skip: 0, limit });
  return products.map(toProductLink);
}

async function findArchivedLinks({ reader }: Finding, text: string): Promise<Found[]> {
  const products = await findSomeArchivedProducts(await reader(), { text, limit });
  return products.map(toProductLink);
}

function toProductLink(product: { id: string; title: string; brand?: string | null; options?: Options }): Found {
  return {
    title: fullTitle(product),
    detail: joined(product.brand, product.id),
    address: ownersProductAddress(product.id),
  };
}

function findCustomerLinks(shop: Finding, text: string) {
  return findPeople(shop, text, { hasRole: false });
}

function findStaffLinks(shop: Finding, text: string) {
  return findPeople(shop, text, { hasRole: true });
}

async function findPeople({ reader }: Finding, text: string, { hasRole }: { hasRole: boolean }): Promise<Found[]> {
  const { customers } = await findCustomers(await reader(), { text, hasRole, sort: "newest", limit });
  return customers.map(({ uid, firstname, lastname, email }) => {
    const name = `${firstname} ${lastname}`.trim();
    const address = withBasename(href("/customers/:uid", { uid }));
    return { title: name || email, detail: name ? email : undefined, address };
  });
}

async function findPageLinks({ db }: Finding, text: string): Promise<Found[]> {
  const pages = await findPages(db, { text, limit });
  return pages.map(({ slug, title, address, isPublic }) => ({
    title,
    detail: joined(address, !isPublic && "Not public"),
    address: withBasename(href("/pages/:slug", { slug })),
  }));
}

async function findDiscountLinks({ db, settings }: Finding, text: string): Promise<Found[]> {
  const discounts = await findDiscountsStarting(db, { text, limit });
  return discounts.map((discount) => ({
    title: discount.code,
    detail: describeDiscount(discount, settings),
    address: withBasename(href("/discounts/:id", { id: String(discount.id) })),
  }));
}

async function findMessageLinks({ reader }: Finding, text: string): Promise<Found[]> {
  const { messages } = await findMessages(await reader(), {
    text,
    state: "all",
    sort: "newest",
    among: newestMessages,
    limit,
  });
  return messages.map(({ id, subject, firstName, lastName, doneAt }) => ({
    title: subject,
    detail: joined(`${firstName} ${lastName}`.trim(), doneAt !== null && "Done"),
    address: withBasename(href("/messages/:messageId", { messageId: String(id) })),
  }));
}

function joined(...parts: (string | false | null | undefined)[]) {
  return parts.filter(Boolean).join(" · ");
}
