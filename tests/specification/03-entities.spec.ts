import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { openPage } from "../journeys/open-page.ts";
import { importProducts, productOf } from "../journeys/owner.ts";
import {
  addToCart,
  buy,
  card,
  fillCart,
  lemons,
  lineOf,
  sampleProduct,
  signUp,
  signUpVerified,
} from "../journeys/shopper.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { ownerRow } from "./owner-lists.ts";
import { expect, test } from "./trouble-test.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const bread = productOf({
  id: "bread",
  title: "Rye Bread",
  price: 5.4,
  brand: "Bakeri",
  availabilityStatus: "Low Stock",
});

test("Product: title, price, rating, thumbnail, images, brand, category, tags, stock, discountPercentage, minimumOrderQuantity, description, availabilityStatus", async ({
  shop,
}) => {
  const product = {
    id: "wreath",
    title: "Birch Wreath",
    price: 19.95,
    rating: 3.75,
    thumbnail: "/pictures/furniture/main-800.webp",
    images: ["/pictures/furniture/main-800.webp", "/pictures/groceries/main-800.webp"],
    brand: "Krans",
    category: "furniture",
    tags: ["Birch", "hallway"],
    stock: 8,
    discountPercentage: 2.5,
    minimumOrderQuantity: 3,
    description: "Bound by hand.",
    availabilityStatus: "In Stock",
  };
  await importProducts(shop, product);
  const [stored] = rowsOf(shop, "products").filter(({ id }) => id === "wreath");
  const { priceCents, images, tags, ...fields } = stored ?? {};
  const { price, images: _, tags: __, ...expected } = product;
  expect(fields).toMatchObject(expected);
  expect(priceCents).toBe(price * 100);
  expect([JSON.parse(String(images)), JSON.parse(String(tags))]).toEqual([product.images, product.tags]);
});

test("Product: the document id is the record id", async ({ page, shop }) => {
  await importProducts(shop, productOf({ id: "A 7/é", title: "Odd Jar" }));
  await openPage(page, `/products/${encodeURIComponent("A 7/é")}`);
  await expect(page.getByRole("heading", { name: "Odd Jar" })).toBeVisible();
});

test("availabilityStatus has the values In Stock and Low Stock", async ({ page, shop }) => {
  await importProducts(shop, bread, productOf({ id: "buns", title: "Wheat Buns" }));
  for (const [id, status] of [
    ["bread", "Low Stock"],
    ["buns", "In Stock"],
  ] as const) {
    await page.goto(`/products/${id}`);
    await expect(page.getByRole("main").getByText(status, { exact: true })).toBeVisible();
  }
});

test("Cart item: id, title, price, thumbnail, quantity (integer, minimum 1); on the receipt also brand", async ({
  page,
  shop,
}) => {
  await importProducts(shop, bread);
  await signUpVerified(page, shop);
  await addToCart(page, bread);
  const item = {
    id: "bread",
    title: "Rye Bread",
    price: 5.4,
    thumbnail: "/pictures/groceries/main-800.webp",
    quantity: 1,
  };
  expect(await keptCart(page)).toEqual([item]);
  const orderNumber = await buy(page);
  await expect(lineOf(page, bread)).toContainText("Bakeri");
  const order = await ownerRow(shop, "orders", "orderNumber", orderNumber);
  expect(order?.cartItems).toEqual([{ ...item, brand: "Bakeri" }]);
});

test("User: uid, firstname, lastname, email, dateOfBirth, street, city, zipCode, country, profilePicture, createdAt", async ({
  page,
  shop,
}) => {
  const email = await signUp(page);
  const customer = await ownerRow(shop, "customers", "email", email);
  expect(customer).toEqual({
    uid: expect.stringMatching(/./),
    firstname: "Ada",
    lastname: "Lovelace",
    email,
    dateOfBirth: "1990-12-10",
    street: "Storgata 1",
    city: "Oslo",
    zipCode: "0155",
    country: "Norway",
    profilePicture: null,
    createdAt: expect.stringMatching(moment),
    emailVerified: false,
    disabled: false,
  });
});

test("Order: userId, orderNumber (random 10-character id), cartItems, totalPrice (string with 2 decimals), paymentMethod, billingAddress, createdAt", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  const redOnions = sampleProduct("red-onions");
  await fillCart(page, lemons, redOnions, redOnions);
  const orderNumber = await buy(page);
  expect(orderNumber).toMatch(/^[A-Z0-9]{10}$/);
  const order = await ownerRow(shop, "orders", "orderNumber", orderNumber);
  expect(order).toMatchObject({
    totalPrice: "7.87",
    paymentMethod: "visa",
    billingAddress: "Storgata 1, 0155 Oslo",
    createdAt: expect.stringMatching(moment),
    cartItems: [
      { id: "lemons", price: 3.49, quantity: 1 },
      { id: "red-onions", price: 2.19, quantity: 2 },
    ],
  });
  const customer = await ownerRow(shop, "customers", "email", email);
  const [stored] = rowsOf(shop, "orders").filter((row) => row.orderNumber === orderNumber);
  expect(stored?.userId).toBe(customer?.uid);
});

test("card name, number, expiry and CVV are never stored", async ({ page, shop }) => {
  await signUpVerified(page, shop);
  await fillCart(page, lemons);
  const orderNumber = await buy(page);
  const files = await readdir(shop.dataFolder, { recursive: true, withFileTypes: true });
  const bytes = await Promise.all(files.filter((f) => f.isFile()).map((f) => readFile(join(f.parentPath, f.name))));
  const everything = Buffer.concat(bytes);
  expect(everything.includes(orderNumber), "the files that were searched").toBe(true);
  for (const secret of [card.name, card.number]) expect(everything.includes(secret)).toBe(false);
  // Short numbers are part of other values by chance: they are looked for as whole words.
  const [order = {}] = rowsOf(shop, "orders").filter((row) => row.orderNumber === orderNumber);
  const kept = [order, ...rowsOf(shop, "orderLines").filter((line) => line.orderId === order.id)];
  const words = kept.flatMap(({ id: _, orderId: __, ...row }) => Object.values(row).map(String));
  for (const secret of [card.month, card.year, card.cvv]) expect(words).not.toContain(secret);
  const columns = Object.keys(order).join(" ");
  expect(columns).not.toMatch(/card|expir|cvv/i);
});

test("Contact message: firstName, lastName, email, phoneNumber, orderNumber (optional), subject, message, submittedAt", async ({
  page,
  shop,
}) => {
  const message = {
    firstName: "Grace",
    lastName: "Hopper",
    email: "grace@example.com",
    phoneNumber: "12345678",
    orderNumber: "AB12CD",
    subject: "A chair",
    message: "Is it oak? Æ ø å.",
  };
  for (const changes of [{}, { subject: "No order", orderNumber: "" }]) {
    const form = { ...message, ...changes };
    await page.request.post("/contact", { form, headers: { accept: "text/html" } });
    const kept = await ownerRow(shop, "messages", "subject", form.subject);
    const orderNumber = form.orderNumber || null;
    expect(kept).toEqual({ ...form, orderNumber, submittedAt: expect.stringMatching(moment) });
  }
});

test("Authenticated user in the client: uid, emailVerified, imageUrl (optional)", async ({ page, shop }) => {
  const email = await signUp(page);
  const customer = await ownerRow(shop, "customers", "email", email);
  const told = await (await page.request.get("/profile.data")).text();
  for (const known of ["user", "emailVerified", "imageUrl", "uid", customer?.uid]) expect(told).toContain(`"${known}"`);
  expect(told, "what the browser needn't know").not.toMatch(/password|token|session/i);
});

test("Cart persistence: local storage has a token (a random UUID with a store prefix), and the cart and a last quantity under it", async ({
  page,
  anotherBrowser,
}) => {
  await addToCart(page, lemons);
  const { cartToken = "", ...kept } = await storageOf(page);
  expect(cartToken).toMatch(new RegExp(`^store-${uuid}$`));
  expect(JSON.parse(kept[`cart-${cartToken}`] ?? "")).toHaveLength(1);
  expect(kept[`lastQuantity-${cartToken}`]).toBe("1");
  const elsewhere = await anotherBrowser();
  await addToCart(elsewhere, lemons);
  expect((await storageOf(elsewhere)).cartToken).not.toBe(cartToken);
});

function storageOf(page: Page) {
  return page.evaluate((): Record<string, string> => ({ ...localStorage }));
}

async function keptCart(page: Page) {
  const kept = await storageOf(page);
  return JSON.parse(kept[`cart-${kept.cartToken}`] ?? "");
}

/** What the shop's database has in a table. */
function rowsOf({ dataFolder }: RunningShop, table: string) {
  const database = new DatabaseSync(join(dataFolder, "shop.db"), { readOnly: true });
  const rows = database.prepare(`select * from "${table}"`).all();
  database.close();
  return rows;
}
