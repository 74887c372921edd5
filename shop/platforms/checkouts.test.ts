import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { setUpDiscount } from "../../tests/support/discounts.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import {
  address,
  callerOf,
  cartFormOf,
  checkoutFormOf,
  linesOf,
  newCheckoutFormOf,
  shippedTo,
} from "../../tests/support/platforms.ts";
import { sellAbroad } from "../../tests/support/sell-abroad.ts";
import { setDelivery } from "../../tests/support/set-delivery.ts";
import { oslo, setUpDelivery, setUpPlace } from "../../tests/support/set-up-delivery.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { changeOrder } from "../orders/change-order.ts";
import { system } from "../orders/state/events.ts";
import { readOrder } from "../orders/views/read-order.ts";
import type { Shop } from "../shop.ts";
import { cancelCart, createCart, getCart, updateCart } from "./carts.ts";
import { cancelCheckout, completeCheckout, createCheckout, getCheckout, updateCheckout } from "./checkouts.ts";
import { findCheckout } from "./find-checkout.ts";
import { readLinkedCart } from "./offered-cart.ts";
import { removeExpiredSelections } from "./remove-expired.ts";

interface Answer {
  id: string;
  status: string;
  continue_url?: string;
  line_items: { item: { id: string; price: number }; quantity: number }[];
  totals: { type: string; amount: number }[];
  messages: { type: string; code: string; severity?: string; path?: string; content: string }[];
  discounts: { codes: string[]; applied: { code: string; amount: number }[] };
  fulfillment: { methods: { type: string; groups: { options: { id: string }[]; selected_option_id: string }[] }[] };
  order?: { id: string; label: string };
}

const coffee = { id: "coffee", title: "Coffee", price: 9.5, stock: 10 };
const tea = { id: "tea", title: "Tea", price: 4, stock: 3 };

async function open(shop: Shop, body: object, caller = callerOf(shop)) {
  const { checkout, isNew } = await createCheckout(shop.db, caller, newCheckoutFormOf(body));
  return { ...(checkout as Answer), isNew };
}

async function update(shop: Shop, id: string, body: object) {
  return (await updateCheckout(shop.db, callerOf(shop), id, checkoutFormOf(body))) as Answer;
}

function amounts({ totals }: Pick<Answer, "totals">) {
  return Object.fromEntries(totals.map(({ type, amount }) => [type, amount]));
}

function codes({ messages }: Pick<Answer, "messages">) {
  return messages.map(({ code }) => code);
}

function linkOf({ continue_url = "" }: Pick<Answer, "continue_url">) {
  return continue_url.slice(continue_url.lastIndexOf("/") + 1);
}

forEnginesInTurns((_, engine) => {
  test("a cart has the shop's own prices, is clamped to the stock, and is another platform's to nobody", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee), catalogRecord(tea)]);
    await setDelivery(shop, { price: "5", freeFrom: "50" });
    const body = { line_items: linesOf({ coffee: 2, tea: 100, gone: 1 }) };
    const cart = (await createCart(shop.db, callerOf(shop), cartFormOf(body))) as unknown as Answer;
    expect(cart.line_items.map(({ item, quantity }) => [item.id, quantity, item.price])).toEqual([
      ["coffee", 2, 950],
      ["tea", 3, 400],
    ]);
    expect(amounts(cart)).toEqual({ subtotal: 3100, fulfillment: 500, total: 3600 });
    expect(cart.messages.map(({ code, path }) => [code, path])).toEqual([
      ["quantity_adjusted", "$.line_items[1].quantity"],
      ["item_unavailable", undefined],
    ]);
    const stranger = callerOf(shop, { platform: { url: "https://other.example/" } });
    for (const id of [cart.id, "\0", "x".repeat(500_000), linkOf(cart)])
      await expect(getCart(shop.db, id === cart.id ? stranger : callerOf(shop), id)).rejects.toThrow("not_found");
    await expect(updateCart(shop.db, stranger, cart.id, cartFormOf(body))).rejects.toThrow("not_found");
    await cancelCart(shop.db, callerOf(shop), cart.id);
    await expect(getCart(shop.db, callerOf(shop), cart.id)).rejects.toThrow("not_found");
  });

  test("what changes in the catalog is told with each answer until the platform sends its items again", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee), catalogRecord(tea)]);
    const body = { line_items: linesOf({ coffee: 2, tea: 1 }), fulfillment: shippedTo(address) };
    const { id } = await open(shop, body);
    await importRecords(shop.db, [catalogRecord({ ...coffee, price: 11 }), catalogRecord({ ...tea, stock: 0 })]);
    const changed = (await getCheckout(shop.db, callerOf(shop), id)) as Answer;
    expect(changed.status).toBe("incomplete");
    expect(changed.messages.map(({ content }) => content)).toEqual([
      "Tea is out of stock. Item: tea",
      "Coffee is now $11.00 (was $9.50).",
    ]);
    const { line_items: _, ...rest } = body;
    const again = await update(shop, id, { ...rest, line_items: linesOf({ coffee: 2 }) });
    expect([again.status, codes(again)]).toEqual(["requires_escalation", ["payment_required"]]);
  });

  test("nothing is opened for items that the shop can't sell", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ ...tea, stock: 0 })]);
    await expect(open(shop, { line_items: linesOf({ tea: 1 }) })).rejects.toMatchObject({
      messages: [{ code: "out_of_stock", severity: "unrecoverable" }],
      continueUrl: "http://localhost:3000",
    });
    await expect(open(shop, { line_items: linesOf({ nothing: 1 }) })).rejects.toThrow("item_unavailable");
    const { count } = await shop.db
      .selectFrom("platformCheckouts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  test("a checkout is incomplete until it has an address, and never ready to be completed", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const line_items = linesOf({ coffee: 1 });
    const first = await open(shop, { line_items, buyer: { email: "ada@example.com", consent: { marketing: true } } });
    expect([first.status, codes(first)]).toEqual(["incomplete", ["missing"]]);
    const ready = await update(shop, first.id, { line_items, fulfillment: shippedTo(address) });
    expect(ready).toMatchObject({
      status: "requires_escalation",
      messages: [{ code: "payment_required", severity: "requires_buyer_input" }],
      continue_url: first.continue_url,
    });
    expect(await completeCheckout(shop.db, callerOf(shop), first.id)).toEqual(ready);
    const canceled = (await cancelCheckout(shop.db, callerOf(shop), first.id)) as Answer;
    expect([canceled.status, canceled.continue_url]).toEqual(["canceled", undefined]);
    for (const late of [
      () => cancelCheckout(shop.db, callerOf(shop), first.id),
      () => completeCheckout(shop.db, callerOf(shop), first.id),
      () => update(shop, first.id, { line_items }),
    ])
      await expect(late()).rejects.toMatchObject({ isConflict: true, messages: [{ code: "checkout_canceled" }] });
  });

  test("delivery options cost and are refused as in the shop's own checkout", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    await setDelivery(shop, { price: "5", countries: "NO", postcodes: "0001-1299" });
    const line_items = linesOf({ coffee: 1 });
    const { id, fulfillment } = await open(shop, { line_items });
    expect(fulfillment.methods[0]?.groups).toEqual([]);
    const inOslo = await update(shop, id, { line_items, fulfillment: shippedTo(address) });
    expect(amounts(inOslo)).toEqual({ subtotal: 950, fulfillment: 500, total: 1450 });
    expect(inOslo.status).toBe("requires_escalation");
    const optionId = inOslo.fulfillment.methods[0]?.groups[0]?.options[0]?.id ?? "";
    const away = shippedTo({ ...address, postal_code: "5003" }, optionId);
    expect(codes(await update(shop, id, { line_items, fulfillment: away }))).toEqual(["address_undeliverable"]);
    const wrong = shippedTo({ ...address, postal_code: "12" });
    expect(codes(await update(shop, id, { line_items, fulfillment: wrong }))).toEqual(["invalid_address"]);
    const other = await update(shop, id, { line_items, fulfillment: shippedTo(address, "express") });
    expect([other.status, codes(other)]).toEqual(["requires_escalation", ["fulfillment_changed", "payment_required"]]);
  });

  test("prices and VAT are those of the destination, as in the shop's own checkout", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ ...coffee, price: 12.5 })]);
    await setDelivery(shop, { price: "5" });
    await registerForVat(shop);
    await sellAbroad(shop, { pricesFollow: "on" });
    const line_items = linesOf({ coffee: 2 });
    const { id, ...atHome } = await open(shop, { line_items });
    expect(amounts(atHome)).toEqual({ subtotal: 2500, fulfillment: 500, total: 3000 });
    const inBerlin = { ...address, address_locality: "Berlin", postal_code: "10115", address_country: "DE" };
    const abroad = await update(shop, id, { line_items, fulfillment: shippedTo(inBerlin) });
    expect(amounts(abroad)).toEqual({ subtotal: 2000, fulfillment: 400, total: 2400 });
    expect(abroad.line_items).toMatchObject([{ item: { price: 1000 } }]);
    const form = {
      ...orderOf([]),
      ...{ country: "DE", zipCode: "10115", deliveryCents: 400 },
      lines: [{ id: "coffee", quantity: 2, priceCents: 1000, catalogCents: 1250 }],
    };
    const number = await placeOrder(shop.db, await register(shop), form, shop.now());
    expect(await readOrder(shop.db, number)).toMatchObject({ vatKind: "export", totalCents: 2400, vatCents: 0 });
  });

  test("a destination counts once it is a whole address in a country of the shop", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const line_items = linesOf({ coffee: 1 });
    const { id } = await open(shop, { line_items });
    const faults = async (destination: object) => {
      const { status, messages } = await update(shop, id, { line_items, fulfillment: shippedTo(destination) });
      const errors = messages.filter(({ severity }) => severity === "recoverable");
      expect(status).toBe(errors.length > 0 ? "incomplete" : "requires_escalation");
      return errors.map(
        ({ code, path = "" }) => `${code} ${path.slice("$.fulfillment.methods[0].destinations[0].".length)}`,
      );
    };
    const missing = ["missing street_address", "missing address_locality", "missing postal_code"];
    expect(await faults({})).toEqual([...missing, "missing address_country"]);
    expect(await faults({ address_country: "NO" })).toEqual(missing);
    for (const address_country of ["SE", "ZZ", "Atlantis"])
      expect(await faults({ ...address, address_country })).toEqual(["address_undeliverable address_country"]);
    expect(await faults({ ...address, street_address: " " })).toEqual(["missing street_address"]);
    expect(await faults({ ...address, postal_code: "ABC" })).toEqual(["invalid_address postal_code"]);
    expect(await faults({ ...address, street_address: "Torggata 2-4, 3rd floor" })).toEqual([]);
    for (const address_country of ["NOR", "norway"]) expect(await faults({ ...address, address_country })).toEqual([]);
  });

  test("an update replaces the fulfillment, and says which methods don't count", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const line_items = linesOf({ coffee: 1 });
    const shipping = { type: "shipping", destinations: [address, { ...address, street_address: "Storgata 2" }] };
    const { id } = await open(shop, { line_items, fulfillment: { methods: [shipping] } });
    const send = async (...methods: object[]) => {
      const { messages, fulfillment } = await update(shop, id, { line_items, fulfillment: { methods } });
      return { told: messages.map(({ code, path }) => [code, path]), method: fulfillment.methods[0] };
    };
    const notOffered = ["fulfillment_changed", "$.fulfillment.methods[0].type"];
    const missing = ["missing", "$.fulfillment.methods[0].destinations"];
    const pickup = await send({ type: "pickup", destinations: [address] });
    expect(pickup.told).toEqual([notOffered, missing]);
    expect(pickup.method).not.toHaveProperty("destinations");
    expect((await send({ type: "shipping" })).told).toEqual([missing]);
    const both = await send({ type: "pickup" }, { ...shipping, selected_destination_id: "home" });
    expect(both.told).toEqual([
      ["fulfillment_changed", "$.fulfillment.methods"],
      ["payment_required", undefined],
    ]);
    expect(both.method).toMatchObject({ destinations: [{ id: "home" }, { id: "destination_2" }] });
  });

  test("a platform chooses a pickup place, and the shop's checkout is told of it", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const [near, far] = [
      await setUpDelivery(shop, { name: "Near", price: "", pickup: "on" }),
      await setUpDelivery(shop, { name: "Far", price: "5", pickup: "on" }),
    ];
    const shown = await setUpPlace(shop, near, { name: "Bergen" });
    const [wanted, other] = [await setUpPlace(shop, far, oslo), await setUpPlace(shop, far, { name: "Bodø" })].map(
      String,
    );
    const line_items = linesOf({ coffee: 1 });
    const { id, fulfillment } = await open(shop, { line_items, fulfillment: { methods: [{ type: "pickup" }] } });
    const address = {
      street_address: "Storgata 1",
      postal_code: "0155",
      address_locality: "Oslo",
      address_country: "NO",
    };
    expect(fulfillment.methods[0]).toMatchObject({
      destinations: [{ id: String(shown) }, { id: wanted, name: oslo.name, address }, { id: other, name: "Bodø" }],
      selected_destination_id: String(shown),
      groups: [{ selected_option_id: String(near), options: [{ id: String(near) }] }],
    });
    const choose = async (place: string, option: number) => {
      const group = { selected_option_id: String(option) };
      const method = { type: "pickup", selected_destination_id: place, groups: [group] };
      const { messages, ...updated } = await update(shop, id, { line_items, fulfillment: { methods: [method] } });
      const [{ groups, ...chosen } = { groups: [] }] = updated.fulfillment.methods;
      return { ...chosen, option: groups[0]?.selected_option_id, told: messages.map(({ path }) => path) };
    };
    expect(await choose(wanted ?? "", near)).toMatchObject({
      ...{ selected_destination_id: wanted, option: String(far), told: [undefined] },
    });
    const link = String(((await getCheckout(shop.db, callerOf(shop), id)) as Answer).continue_url?.split("/").at(-1));
    expect(await readLinkedCart(shop.db, shop, link)).toMatchObject({
      offer: { delivery: far, pickupPlace: Number(wanted) },
    });
    const gone = "$.fulfillment.methods[0].selected_destination_id";
    expect(await choose("9999", near)).toMatchObject({
      selected_destination_id: String(shown),
      told: [gone, undefined],
    });
  });

  test("the first code that can be used is, and the others are told why not", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    await setUpDiscount(shop, { code: "SPRING", value: "10" });
    await setUpDiscount(shop, { code: "RICH", value: "10", minimum: "100" });
    await setUpDiscount(shop, { code: "OTHER", value: "5" });
    const discounts = { codes: ["nothing", "rich", "spring", "Spring ", "nope", "other"] };
    const body = { line_items: linesOf({ coffee: 2 }), discounts, fulfillment: shippedTo(address) };
    const checkout = await open(shop, body);
    expect(amounts(checkout)).toEqual({ subtotal: 1900, items_discount: -190, fulfillment: 0, total: 1710 });
    expect(checkout.discounts.applied).toMatchObject([{ code: "SPRING", amount: 190 }]);
    expect(codes(checkout)).toEqual([
      "discount_code_invalid",
      "discount_code_not_applicable",
      "discount_code_already_applied",
      "discount_code_invalid",
      "discount_code_combination_disallowed",
      "payment_required",
    ]);
    const guesses = Array.from({ length: 12 }, (_, index) => ({
      ...body,
      discounts: { codes: Array.from({ length: 9 }, (_, guess) => `GUESS${index}${guess}`) },
    }));
    const tried = Promise.all(guesses.map((guess) => open(shop, guess)));
    await expect(tried).rejects.toThrow("wrongCodeByAddress");
  });

  test("a cart becomes one checkout, however often and at once it is converted", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee), catalogRecord(tea)]);
    await setUpDiscount(shop);
    const body = { line_items: linesOf({ coffee: 2 }), discounts: { codes: ["SPRING"] }, buyer: { first_name: "Ada" } };
    const { id } = await createCart(shop.db, callerOf(shop), cartFormOf(body));
    const conversion = { cart_id: id, line_items: linesOf({ tea: 1 }), buyer: { first_name: "Eve" } };
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(shop, conversion)));
    const [first] = opened;
    expect(new Set(opened.map((checkout) => checkout.id)).size).toBe(1);
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(first).toMatchObject({
      line_items: [{ item: { id: "coffee" }, quantity: 2 }],
      buyer: { first_name: "Ada" },
    });
    expect(amounts(first as Answer)).toMatchObject({ total: 1710 });
    const checkoutId = first?.id ?? "";
    await update(shop, checkoutId, { line_items: linesOf({ tea: 2 }) });
    const followed = await getCart(shop.db, callerOf(shop), id);
    expect(followed.line_items).toMatchObject([{ item: { id: "tea" }, quantity: 2 }]);
    await cancelCheckout(shop.db, callerOf(shop), checkoutId);
    const next = await open(shop, conversion);
    expect([next.isNew, next.id === checkoutId]).toEqual([true, false]);
    await expect(open(shop, { cart_id: "cart_none", line_items: [] })).rejects.toThrow("not_found");
  });

  test("the buyer's link offers the items, and nothing that the platform said of a person", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    await setUpDiscount(shop);
    const buyer = { first_name: "Ada", email: "ada@example.com", phone_number: "+4712345678" };
    const discounts = { codes: ["SPRING"] };
    const body = {
      line_items: linesOf({ coffee: 2, gone: 1 }),
      buyer,
      discounts,
      fulfillment: shippedTo(address, "1"),
    };
    const checkout = await open(shop, body);
    const link = linkOf(checkout);
    const linked = await readLinkedCart(shop.db, shop, link);
    expect(linked).toMatchObject({
      offer: { platform: "platform.example", code: "SPRING", delivery: 1, checkout: link },
    });
    expect(JSON.stringify(linked)).not.toMatch(/Ada|Lovelace|Storgata|0155|ada@|4712345678|checkout_|order_/);
    for (const id of [checkout.id, "", "\0", "x".repeat(500_000)])
      expect(await readLinkedCart(shop.db, shop, id)).toBeUndefined();
    await expect(getCheckout(shop.db, callerOf(shop), link)).rejects.toThrow("not_found");
    await cancelCheckout(shop.db, callerOf(shop), checkout.id);
    expect(await readLinkedCart(shop.db, shop, link)).toBeUndefined();
  });

  test("an email that isn't one is an error, and claims that the shop doesn't know are warnings", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const eligibility = ["Gold", "com.example.gold", "org.school.student", "com.example.gold"];
    const body = { line_items: linesOf({ coffee: 1 }), context: { eligibility }, fulfillment: shippedTo(address) };
    const checkout = await open(shop, { ...body, buyer: { email: "not-an-email" } });
    expect([checkout.status, checkout.messages.map(({ type, code, path }) => [type, code, path])]).toEqual([
      "incomplete",
      [
        ["error", "invalid_email", "$.buyer.email"],
        ["warning", "eligibility_not_accepted", "$.context.eligibility"],
        ["warning", "eligibility_not_accepted", "$.context.eligibility[0]"],
        ["warning", "eligibility_not_accepted", "$.context.eligibility[1]"],
      ],
    ]);
    expect(checkout).toMatchObject({ context: { eligibility: ["com.example.gold", "org.school.student"] } });
    const right = await update(shop, checkout.id, { ...body, buyer: { email: "ada@example.com" } });
    expect(right.status).toBe("requires_escalation");
  });

  test("one order belongs to a checkout, if it has any of its products", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee), catalogRecord({ ...tea, price: 9.5 })]);
    const checkout = await open(shop, { line_items: linesOf({ coffee: 2 }), fulfillment: shippedTo(address) });
    const platformCheckout = linkOf(checkout);
    const [one, other] = [await register(shop), await register(shop, { email: "eve@example.com" })];
    const order = (userId: string, productId: string) =>
      placeOrder(shop.db, userId, { ...orderOf([[productId, 1]]), platformCheckout }, shop.now());
    await order(one, "tea");
    expect((await findCheckout(shop.db, "link", platformCheckout))?.orderId).toBeNull();
    const placed = await Promise.all([order(one, "coffee"), order(other, "coffee")]);
    const {
      status,
      order: confirmation,
      line_items,
      fulfillment,
      messages,
    } = (await getCheckout(shop.db, callerOf(shop, { isSigned: true }), checkout.id)) as Answer;
    expect(status).toBe("completed");
    expect(placed).toContain(confirmation?.label);
    expect(line_items).toMatchObject([{ quantity: 1 }]);
    expect([fulfillment.methods[0], messages]).toMatchObject([
      { destinations: [address], selected_destination_id: "home", groups: [{ options: [{ title: "Shipping" }] }] },
      [],
    ]);
    await expect(cancelCheckout(shop.db, callerOf(shop), checkout.id)).rejects.toMatchObject({ isConflict: true });
    expect(await readLinkedCart(shop.db, shop, platformCheckout)).toEqual({ isOrdered: true });
  });

  test("a checkout waits while its buyer pays, and is open again if they don't", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const body = { line_items: linesOf({ coffee: 1 }), fulfillment: shippedTo(address) };
    const checkout = await open(shop, body);
    const userId = await register(shop);
    const order = (provider: string) => {
      const form = { ...orderOf([["coffee", 1]]), platformCheckout: linkOf(checkout) };
      return placeOrder(shop.db, userId, form, shop.now(), provider);
    };
    const read = async () => (await getCheckout(shop.db, callerOf(shop), checkout.id)) as Answer;
    const left = await order("stripe");
    expect(await read()).toMatchObject({ status: "complete_in_progress", continue_url: checkout.continue_url });
    await expect(update(shop, checkout.id, body)).rejects.toMatchObject({
      messages: [{ code: "checkout_in_progress" }],
    });
    await changeOrder(shop, left, { type: "void", actor: system, notifyCustomer: false });
    expect((await read()).status).toBe("requires_escalation");
    const later = await order("manual");
    expect(await read()).toMatchObject({ status: "completed", order: { label: later } });
  });

  test("carts and checkouts expire, and an expired checkout takes no order", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const body = { line_items: linesOf({ coffee: 1 }), fulfillment: shippedTo(address) };
    const cart = await createCart(shop.db, callerOf(shop), cartFormOf(body));
    const checkout = await open(shop, body);
    await shop.db
      .updateTable("platformCheckouts")
      .set({ expiresAt: shop.now().getTime() - 1 })
      .execute();
    expect(await getCheckout(shop.db, callerOf(shop), checkout.id)).toMatchObject({ status: "canceled" });
    const userId = await register(shop);
    const form = { ...orderOf([["coffee", 1]]), platformCheckout: linkOf(checkout) };
    await placeOrder(shop.db, userId, form, shop.now());
    expect(await getCheckout(shop.db, callerOf(shop), checkout.id)).toMatchObject({ status: "canceled" });
    await shop.db.updateTable("platformCarts").set({ expiresAt: 1 }).execute();
    await shop.db.updateTable("platformCheckouts").set({ expiresAt: 1 }).execute();
    await expect(getCart(shop.db, callerOf(shop), cart.id)).rejects.toThrow("not_found");
    await removeExpiredSelections(shop.db, shop.now());
    await expect(getCheckout(shop.db, callerOf(shop), checkout.id)).rejects.toThrow("not_found");
    expect(await shop.db.selectFrom("platformCarts").selectAll().execute()).toEqual([]);
  });
});
