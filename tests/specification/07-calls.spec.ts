import catalog from "../../catalog/products.json" with { type: "json" };
import { openPage, reloadPage } from "../journeys/open-page.ts";
import {
  fillCart,
  fillPayment,
  honey,
  lemons,
  newEmail,
  orderFor,
  purchaseButton,
  receiptNumber,
  signUp,
  signUpVerified,
} from "../journeys/shopper.ts";
import { sampleCards, sampleSiblings } from "../support/sample-cards.ts";
import { ownerRow } from "./owner-lists.ts";
import { isPost, sentFields } from "./sent-forms.ts";
import { expect, test } from "./trouble-test.ts";

test("Send contact message: firstName, lastName, email, phoneNumber, orderNumber, subject, message are sent, and kept with submittedAt", async ({
  page,
  shop,
}) => {
  await openPage(page, "/contact");
  const typed = {
    "First name": "Ada",
    "Last name": "Lovelace",
    Email: newEmail(),
    "Phone number": "87654321",
    "Order number": "ab12cd",
    Subject: "Delivery",
    Message: "When does it come?",
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  const sending = page.waitForRequest(isPost("/contact"));
  await page.getByRole("button", { name: "Send" }).click();
  expect(sentFields(await sending)).toEqual({
    firstName: "Ada",
    lastName: "Lovelace",
    email: typed.Email,
    phoneNumber: "87654321",
    orderNumber: "ab12cd",
    subject: "Delivery",
    message: "When does it come?",
  });
  await expect(page.getByRole("dialog", { name: "Message sent" })).toBeVisible();
  const kept = await ownerRow(shop, "messages", "email", typed.Email);
  expect(kept).toMatchObject({ phoneNumber: "87654321", orderNumber: "AB12CD", message: "When does it come?" });
  expect(Math.abs(Date.parse(String(kept?.submittedAt)) - Date.now())).toBeLessThan(60_000);
});

test("List products: all of the collection, with id and data per product, on the product list's pages", async ({
  page,
}) => {
  const listed = new Map<string, string>();
  await page.goto("/products");
  const pages = await page.getByRole("link", { name: /^Page \d+$/ }).count();
  for (let number = 1; number <= pages; number++) {
    await page.goto(`/products?page=${number}`);
    const cards = await page.getByRole("article").evaluateAll((all) =>
      all.map((card) => {
        const address = card.querySelector("a[href^='/products/']")?.getAttribute("href") ?? "";
        return [address.replace("/products/", ""), (card as HTMLElement).innerText] as const;
      }),
    );
    for (const [id, text] of cards) listed.set(id, text);
  }
  for (const { id, title, price } of sampleCards) {
    expect(listed.get(id)).toContain(title);
    expect(listed.get(id)).toContain(`$${price.toFixed(2)}`);
  }
  for (const [group, siblings] of Map.groupBy(sampleSiblings, (sibling) => sibling.group)) {
    await openPage(page, `/products/${sampleCards.find((card) => card.group === group)?.id}`);
    for (const { id, title } of siblings) {
      await page.locator(`[role="group"] a[href="/products/${id}"]`).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    }
  }
});

test("One product: read by id", async ({ page }) => {
  for (const { id, title, description } of [catalog[4], catalog[20]] as typeof catalog) {
    await page.goto(`/products/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText(description)).toBeVisible();
  }
});

test("Read profile and update profile: firstname, lastname, street, city, zipCode, country, profilePicture", async ({
  page,
  shop,
}) => {
  const email = await signUp(page);
  const { uid, createdAt } = (await ownerRow(shop, "customers", "email", email)) ?? {};
  await openPage(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  const changes = {
    "First name": "Grace",
    "Last name": "Hopper",
    Street: "Havnegata 12b",
    City: "Tromsø",
    "Zip code": "9008",
  };
  for (const [label, text] of Object.entries(changes)) await page.getByLabel(label).fill(text);
  const sending = page.waitForRequest(isPost("/profile"));
  await page.getByRole("button", { name: "Save" }).click();
  const fields = {
    firstname: "Grace",
    lastname: "Hopper",
    street: "Havnegata 12b",
    city: "Tromsø",
    zipCode: "9008",
    country: "Norway",
  };
  expect(sentFields(await sending)).toEqual(fields);
  await expect(page.getByText("Profile updated")).toBeVisible();
  await reloadPage(page);
  for (const value of Object.values(fields)) {
    await expect(page.getByRole("region", { name: "Your data" })).toContainText(value);
  }
  const stored = await ownerRow(shop, "customers", "email", email);
  expect(stored).toMatchObject({ ...fields, uid, createdAt, dateOfBirth: "1990-12-10", profilePicture: null });
});

test("Save order, order by number, last purchase: the payload is saved, the user's own order found, the newest one shown", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  const first = await orderFor(shop, email, honey);
  await fillCart(page, lemons);
  await openPage(page, "/checkout");
  await fillPayment(page);
  await page.getByLabel("Payment Method").selectOption("Mastercard");
  const sending = page.waitForRequest(isPost("/orders"));
  await purchaseButton(page).click();
  expect((await sending).postDataJSON()).toEqual({
    paymentMethod: "mastercard",
    billingAddress: "Storgata 1, 0155 Oslo",
    checkoutKey: expect.any(String),
    lines: [{ id: "lemons", quantity: 1, priceCents: 349 }],
  });
  const second = await receiptNumber(page);
  expect(await ownerRow(shop, "orders", "orderNumber", second)).toMatchObject({
    email,
    totalPrice: "3.49",
    paymentMethod: "mastercard",
    billingAddress: "Storgata 1, 0155 Oslo",
    cartItems: [{ id: "lemons", title: lemons.title, price: 3.49, quantity: 1 }],
    createdAt: expect.any(String),
  });
  await page.goto(`/order-confirmation/${first}`);
  await expect(page.getByRole("main").getByRole("listitem")).toContainText(honey.title);
  await page.goto("/profile");
  const purchases = page.getByRole("region", { name: "Last purchase" }).getByRole("link");
  await expect(purchases).toHaveText([`Order ${second}`]);
});
