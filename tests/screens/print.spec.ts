import type { Page } from "@playwright/test";
import { expect, test } from "./screen-test.ts";
import { invoice, receipt } from "./screens.ts";

test("the receipt prints on one A4 page, without header, footer and buttons", async ({ openScreen }) => {
  const { page, orderNumber } = await openScreen(receipt, { colorScheme: "dark" });
  await expect(page.getByText(orderNumber)).toBeVisible();
  await expectOnePage(page, "Order confirmation");
});

test("the invoice prints on one A4 page, without header, footer and buttons", async ({ openScreen }) => {
  const { page } = await openScreen(invoice, { colorScheme: "dark" });
  await expectOnePage(page, /^Invoice/);
});

async function expectOnePage(page: Page, heading: string | RegExp) {
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  for (const role of ["banner", "contentinfo", "button", "link"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await page.emulateMedia({ media: null });
  const document = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(document.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(document) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))], "A4 in points").toEqual([595, 842]);
}
