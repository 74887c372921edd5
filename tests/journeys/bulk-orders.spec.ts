import { setRole } from "#shop/owners/owners.ts";
import { importProducts, productOf } from "./owner.ts";
import { expect, test } from "./shop-test.ts";
import { orderFor, signUpVerified } from "./shopper.ts";

const product = productOf({ id: "bulk-order-bowl", title: "Bulk Order Bowl" });

test("an owner selects all orders of a page, marks them as sent, then as delivered, and prints their packing slips", async ({
  page,
  shop,
}) => {
  await importProducts(shop, product);
  const email = await signUpVerified(page, shop);
  const numbers: string[] = [];
  for (let count = 0; count < 12; count++) numbers.push(await orderFor(shop, email, product));
  await setRole(await shop.inside(), email, "owner", "command line");
  const rows = page.getByRole("checkbox", { name: "Select order" });
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  const openList = (state: string) => page.goto(`/owner/orders?state=${state}&q=${email}`);

  await test.step("only the packing slips are printed", async () => {
    await page.goto(`/owner/packing-slips?order=${numbers[0]}`);
    const heading = page.getByRole("heading", { name: "Packing slip" });
    await expect(heading).toBeVisible();
    const printed = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          window.print = () => resolve(true);
        }),
    );
    await page.getByRole("button", { name: "Print" }).click();
    expect(await printed).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect(heading).toBeHidden();
    await expect(page.getByText("Each packing slip is printed")).toBeHidden();
    await expect(page.getByText("Bulk Order Bowl")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("with very large text, an order's items have the whole width", async () => {
    await page.goto(`/owner/orders/${numbers[0]}`);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const items = await page.getByRole("region", { name: "Items" }).boundingBox();
    expect(items?.width).toBeGreaterThan(1000);
  });

  await test.step("no row that has the focus is behind the bar", async () => {
    await openList("paid");
    await all.focus();
    for (let stop = 0; stop < 36; stop++) {
      await page.keyboard.press("Tab");
      const distance = await page.evaluate(() => {
        const bar = document.querySelector(".action-bar")?.getBoundingClientRect().top ?? 0;
        return bar - (document.activeElement?.getBoundingClientRect().bottom ?? 0);
      });
      expect(distance, `stop ${stop}`).toBeGreaterThan(0);
    }
  });

  await test.step("all are marked as sent", async () => {
    await all.check();
    await expect(page.getByText("12 selected")).toBeVisible();
    await rows.first().uncheck();
    await expect(all).toBeChecked({ indeterminate: true });
    await all.check();
    await expect(rows.and(page.locator(":checked"))).toHaveCount(12);
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await expect(page.getByText("12 orders marked as sent.")).toBeVisible();
  });

  await test.step("on a phone, all are marked as delivered", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await openList("sent");
    await all.check();
    await expect(page.getByRole("button", { name: "Mark as delivered" })).toBeInViewport();
    await page.getByRole("button", { name: "Mark as delivered" }).click();
    await expect(page.getByText("12 orders marked as delivered.")).toBeVisible();
  });
});
