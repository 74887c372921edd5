import { readContent } from "#database/copy-tables.ts";
import { readCustomers } from "#shop/accounts/customer-account.ts";
import { readSession } from "#shop/accounts/session-user.ts";
import { readProductPage } from "#shop/catalog/lists/read-products.ts";
import { readContactMessages, saveContactMessage } from "#shop/contact/contact-messages.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { takePicture } from "#shop/pictures/profile-pictures.ts";
import { uploadPicture } from "#shop/pictures/uploaded-pictures.ts";
import type { Shop } from "#shop/shop.ts";
import { pictureFile } from "../specification/picture-file.ts";
import { catalogRecord, catalogRecords, importRecords } from "./catalogs.ts";
import { contactLetter } from "./contact-letter.ts";
import { registerVerified, signInCookies } from "./customers.ts";
import { orderOf, tryToOrder } from "./orders.ts";

/** Gives a shop something of everything that a shop keeps. @returns the id of its customer, and what her browser sends */
export async function fillShop(shop: Shop) {
  const { db } = shop;
  await importRecords(db, [
    ...catalogRecords(250),
    catalogRecord({ id: "tea", title: "Grønn té 🍵", brand: undefined }),
  ]);
  const uid = await registerVerified(shop);
  const { buffer: picture } = await pictureFile();
  const { signal } = new AbortController();
  await takePicture(shop, uid, picture, signal);
  await uploadPicture(shop, picture, "square", signal);
  await tryToOrder(db, uid, orderOf([["tea", 2]]));
  await tryToOrder(
    db,
    uid,
    orderOf([
      ["p1", 1],
      ["tea", 38],
    ]),
  );
  await saveContactMessage(
    db,
    { ...contactLetter, subject: "Té", message: "Two\nlines, \"quoted\" and 'so'" },
    new Date(),
  );
  return { uid, browser: await signAdaIn(shop) };
}

/** Signs the customer in. @returns the headers that her browser sends from then on */
export async function signAdaIn(shop: Shop) {
  return new Headers({ cookie: [...(await signInCookies(shop)).values()].join("; ") });
}

/** What people see of a shop, and the content of every table. */
export async function readShop(shop: Shop, browser: Headers) {
  const { db } = shop;
  return {
    products: await readProductPage(db, { page: 1, filters: ["onSale"], sort: "name" }),
    customers: (await readCustomers(db)).map((customer) => ({
      ...customer,
      emailVerified: Boolean(customer.emailVerified),
    })),
    orders: await readOrders(db),
    messages: await readContactMessages(db),
    pictures: (await db.selectFrom("pictures").select("webp").execute()).map(({ webp }) => Buffer.from(webp ?? [])),
    user: (await readSession(shop, browser)).user,
    tables: await db.transaction().execute(readContent),
  };
}
