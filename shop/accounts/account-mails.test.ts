import { expect, test } from "vitest";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { sendVerification } from "./account-mails.ts";
import { verifyEmail } from "./accounts.ts";

forEachEngine((_, engine) => {
  test("the mailed link verifies the address", async () => {
    const { shop, readMails } = await openTestShop(engine, { shopUrl: "https://torg.example", shopName: "Bod & Sønn" });
    await register(shop);
    await sendVerification(shop, "ada@example.com");
    const mails = await readMails();
    expect(mails).toMatchObject([
      { subject: "Verify your email for Bod & Sønn", to: [{ address: "ada@example.com" }] },
    ]);
    const link = new URL(mails[0]?.text?.match(/https:\S+/)?.[0] ?? "");
    expect(link.origin + link.pathname).toBe("https://torg.example/verify-email/confirm");
    expect(mails[0]?.html).toContain(`href="${link.href}"`);
    expect(mails[0]?.html).toContain("Welcome to Bod &amp; Sønn");
    expect(await verifyEmail(shop.accounts, link.searchParams.get("token") ?? "")).toBe(true);
  });
});
