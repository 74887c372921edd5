import { expect, test } from "vitest";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { chooseNewPassword, requestReset, signInCustomer, signUpCustomer } from "../accounts/account-requests.ts";
import { readCustomer } from "../accounts/customer-account.ts";
import { createResetToken } from "../accounts/password-resets.ts";
import type { Shop } from "../shop.ts";
import { contentOfCustomer } from "./customer-table.ts";
import { undoImport } from "./imports.ts";
import { countInvitations, inviteCustomers, queueInvitations, stopInvitations } from "./invitations.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const email = "ola@example.com";
const password = "Abcdef2?";

async function importSome({ db, now }: Pick<Shop, "db" | "now">, emails = [email]) {
  const importId = crypto.randomUUID();
  const file = { shop: "Shopify", file: "c.csv", actor: "owner@example.com", createdAt: 0 };
  await db
    .insertInto("earlierShopImports")
    .values({ id: importId, kind: "customers", ...file })
    .execute();
  const rows = emails.map((email) => ({
    ...(contentOfCustomer(
      {
        ...{
          email,
          firstname: "Ola",
          lastname: "Nordmann",
          street: "12 Main St",
          city: "Austin, TX",
          zipCode: "73301",
        },
        ...{ country: "United States", phone: "", acceptsMarketing: 1, marketingSince: null, createdAt: null },
      },
      now().getTime(),
    ) as never as object),
    id: crypto.randomUUID(),
    importId,
  }));
  await db
    .insertInto("importedCustomers")
    .values(rows as never)
    .execute();
  return importId;
}

/** Sends what is due. @returns the last email's subject and token */
async function readLink(shop: Shop, readMails: () => Promise<{ subject?: string; text?: string }[]>) {
  await sendDueMails(shop);
  const mail = (await readMails()).at(-1);
  return { subject: mail?.subject, token: /reset-password\?token=(\w+)/.exec(mail?.text ?? "")?.[1] ?? "" };
}

forEachEngine((_, engine) => {
  test("imported customers are emailed only when the owner says so, a few at a time, once until it is said again", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const emails = Array.from({ length: 13 }, (_, index) => `c${index}@example.com`);
    await importSome(shop, emails);
    const counts = () => countInvitations(shop.db);
    expect(await counts()).toEqual({ never: 13, waiting: 0, emailed: 0 });

    const pressed = await Promise.all([
      inviteCustomers(shop, "never", "owner@example.com"),
      inviteCustomers(shop, "never", "owner@example.com"),
    ]);
    expect(pressed.toSorted()).toEqual([0, 13]);
    expect(await counts()).toEqual({ never: 0, waiting: 13, emailed: 0 });
    expect(await queueInvitations(shop.db, shop.now())).toBe(true);
    expect(await counts()).toEqual({ never: 0, waiting: 3, emailed: 10 });
    expect(await stopInvitations(shop, "owner@example.com")).toBe(3);
    expect(await queueInvitations(shop.db, shop.now())).toBe(false);
    expect(await counts()).toEqual({ never: 3, waiting: 0, emailed: 10 });
    expect(await inviteCustomers(shop, "never", "owner@example.com")).toBe(3);
    await queueInvitations(shop.db, shop.now());
    await sendDueMails(shop);
    const sent = (await readMails()).map(({ to }) => to?.[0]?.address);
    expect(sent.toSorted()).toEqual(emails.toSorted());
    expect(await inviteCustomers(shop, "never", "owner@example.com")).toBe(0);
    expect(await inviteCustomers(shop, "emailed", "owner@example.com")).toBe(13);
  });

  test("the link gives an imported customer a verified account with what the earlier shop knew", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await importSome(shop);
    await expect(signInCustomer(shop, { email, password }, stranger)).rejects.toMatchObject({
      code: "INVALID_EMAIL_OR_PASSWORD",
    });
    await inviteCustomers(shop, "never", "owner@example.com");
    await queueInvitations(shop.db, shop.now());
    const { subject, token } = await readLink(shop, readMails);
    expect(subject).toBe(`Choose a password for ${shop.settings.shopName}`);

    const chosen = await Promise.allSettled([1, 2].map(() => chooseNewPassword(shop, token, password, stranger)));
    expect(chosen.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const signedIn = await signInCustomer(shop, { email, password }, stranger);
    expect(signedIn.emailVerified).toBe(true);
    const { uid } = await shop.db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
    expect(await readCustomer(shop.db, uid)).toMatchObject({
      ...{ firstname: "Ola", street: "12 Main St", city: "Austin, TX", country: "United States", dateOfBirth: "" },
    });
    expect(await countInvitations(shop.db)).toEqual({ never: 0, waiting: 0, emailed: 0 });
  });

  test("Forgot password works for imported customers, and a newer link replaces it", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await importSome(shop);
    await requestReset(shop, "OLA@example.com", stranger);
    const { token: first } = await readLink(shop, readMails);
    const second = (await createResetToken(shop, email)) ?? "";
    await expect(chooseNewPassword(shop, first, password, stranger)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    await expect(chooseNewPassword(shop, second, "Ola@example.com", stranger)).rejects.toMatchObject({
      code: "PASSWORD_TOO_WEAK",
    });
    await chooseNewPassword(shop, second, password, stranger);
    await signInCustomer(shop, { email, password }, stranger);
  });

  test("signing up with an imported customer's email is like any sign-up, and shows nothing of theirs", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await importSome(shop);
    await signUpCustomer(shop, signUpOf({ email, firstname: "Mallory" }), stranger);
    const { uid } = await shop.db.selectFrom("customers").select("uid").executeTakeFirstOrThrow();
    expect(await readCustomer(shop.db, uid)).toMatchObject({ firstname: "Mallory", street: "Storgata 1" });
    expect(await countInvitations(shop.db)).toMatchObject({ never: 1 });
    await sendDueMails(shop);

    // The mailbox decides: its reader takes the account over, and the stranger is out.
    await requestReset(shop, email, stranger);
    await chooseNewPassword(shop, (await readLink(shop, readMails)).token, password, stranger);
    await expect(signInCustomer(shop, { email, password: signUpOf().password }, stranger)).rejects.toThrow();
    await signInCustomer(shop, { email, password }, stranger);
  });

  test("who signs up while the link is open gets the link's password, by the same account", async () => {
    const { shop } = await openTestShop(engine);
    await importSome(shop);
    const token = (await createResetToken(shop, email)) ?? "";
    await register(shop, { email });
    await chooseNewPassword(shop, token, password, stranger);
    await signInCustomer(shop, { email, password }, stranger);
    await expect(chooseNewPassword(shop, token, password, stranger)).rejects.toThrow();
    expect(await shop.db.selectFrom("user").select("email").execute()).toEqual([{ email }]);
  });

  test("a link to a customer whose import was undone no longer works, and their email isn't sent", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const importId = await importSome(shop);
    const token = (await createResetToken(shop, email)) ?? "";
    await inviteCustomers(shop, "never", "owner@example.com");
    await queueInvitations(shop.db, shop.now());
    expect(await undoImport(shop, importId, "owner@example.com")).toBe(1);
    await sendDueMails(shop);
    expect(await readMails()).toEqual([]);
    await expect(chooseNewPassword(shop, token, password, stranger)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  });
});
