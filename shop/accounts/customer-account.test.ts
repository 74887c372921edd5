import { expect, test } from "vitest";
import { pictureFile } from "../../tests/specification/picture-file.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { readChanges } from "../changes/change-log.ts";
import { readPicture, takePicture } from "../pictures/profile-pictures.ts";
import { billingAddressOf, readCustomer, readCustomers, setDisabled, updateCustomer } from "./customer-account.ts";

const forever = new AbortController().signal;

const moved = {
  firstname: "Augusta",
  lastname: "King",
  street: "Nygata 2b",
  city: "Bergen",
  zipCode: "5003",
  country: "Norway" as const,
};

async function picture() {
  return (await pictureFile()).buffer;
}

forEachEngine((_, engine) => {
  test("a profile update changes only profile fields", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const other = await register(shop, { email: "bob@example.com" });
    const before = await readCustomer(shop.db, uid);
    await updateCustomer(shop.db, uid, moved, "keep");
    expect(await readCustomer(shop.db, uid)).toEqual({ ...before, ...moved });
    expect(await readCustomer(shop.db, other)).toMatchObject({ firstname: "Ada", email: "bob@example.com" });
  });

  // Security: 12.1.3
  test("a new picture replaces the old one, which is deleted", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const first = await takePicture(shop, uid, await picture(), forever);
    await updateCustomer(shop.db, uid, moved, { newPictureId: first.id });
    expect((await readCustomer(shop.db, uid)).profilePicture).toBe(first.url);
    const second = await takePicture(shop, uid, await picture(), forever);
    await updateCustomer(shop.db, uid, moved, "keep");
    expect((await readCustomer(shop.db, uid)).profilePicture).toBe(first.url);
    await updateCustomer(shop.db, uid, moved, { newPictureId: second.id });
    expect((await readCustomer(shop.db, uid)).profilePicture).toBe(second.url);
    expect(await readPicture(shop, first.id)).toBeUndefined();
    expect(await readPicture(shop, second.id)).toBeDefined();
  });

  test("a removed picture is deleted", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { id } = await takePicture(shop, uid, await picture(), forever);
    await updateCustomer(shop.db, uid, moved, { newPictureId: id });
    await updateCustomer(shop.db, uid, moved, "remove");
    expect(await readCustomer(shop.db, uid)).toMatchObject({ profilePicture: null });
    expect(await readPicture(shop, id)).toBeUndefined();
  });

  // Security: 4.2.1
  test("another customer's picture can't be used; the rest is saved", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const other = await register(shop, { email: "bob@example.com" });
    const { id } = await takePicture(shop, other, await picture(), forever);
    await updateCustomer(shop.db, uid, moved, { newPictureId: id });
    expect(await readCustomer(shop.db, uid)).toMatchObject({ profilePicture: null, city: "Bergen" });
    expect(await readPicture(shop, id)).toBeDefined();
  });

  test("customers are listed newest first, with disabled ones marked", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await register(shop, { email: "bob@example.com" });
    const later = new Date(Date.now() + 60_000);
    const tomorrow = { ...shop, now: () => later };
    await register(tomorrow, { email: "eve@example.com" });
    expect((await readCustomers(shop.db))[0]).toMatchObject({ email: "eve@example.com", disabledAt: null });
    expect(await setDisabled(tomorrow, "Eve@Example.com", true, "owner@example.com")).toBe(true);
    const disabled = (await readCustomers(shop.db)).filter(({ disabledAt }) => disabledAt !== null);
    expect(disabled).toMatchObject([{ email: "eve@example.com", disabledAt: later.getTime() }]);
    expect(await setDisabled(tomorrow, "unknown@example.com", true, "owner@example.com")).toBe(false);
    expect(await setDisabled(shop, "eve@example.com", true, "owner@example.com"), "once more").toBe(true);
    expect((await readCustomers(shop.db))[0]).toMatchObject({ disabledAt: later.getTime() });
    expect(await setDisabled(shop, "eve@example.com", false, "owner@example.com")).toBe(true);
    expect((await readCustomers(shop.db))[0]).toMatchObject({ disabledAt: null });
    const changes = await readChanges(shop.db, { kind: "customer", subject: "eve@example.com", limit: 10 });
    expect(changes.map(({ action }) => action)).toEqual(["enabled", "disabled"]);
  });
});

test("a customer's address is on one line, without commas for what they left empty", () => {
  const ada = { street: "Storgata 1", zipCode: "0155", city: "Oslo", country: "Norway" };
  expect(billingAddressOf(ada)).toBe("Storgata 1, 0155 Oslo, Norway");
  expect(billingAddressOf({ ...ada, zipCode: "" })).toBe("Storgata 1, Oslo, Norway");
  expect(billingAddressOf({ ...ada, street: "", zipCode: "", city: "" })).toBe("Norway");
});
