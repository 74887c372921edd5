import { expect } from "vitest";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

test("owners read a period's totals and download it; staff don't, and a wrong period is last month", async ({
  shop,
}) => {
  const owner = await ownerBrowser(shop, { email: "books@example.com", role: "owner" });
  const staff = await ownerBrowser(shop, { email: "helper@example.com", role: "staff" });
  for (const path of ["/owner/bookkeeping", "/owner/bookkeeping.csv"])
    expect((await staff.open(path)).status).toBe(403);
  for (const query of [
    "from=2026-12-01&to=2026-11-01",
    "from=2026-02-30&to=2026-03-01",
    "from=0000-00-00&to=9999-12-31",
  ]) {
    const page = await (await owner.open(`/owner/bookkeeping?${query}`)).text();
    const [, from = "", to = ""] =
      /name="from"[^>]*value="([\d-]+)"[\s\S]*name="to"[^>]*value="([\d-]+)"/.exec(page) ?? [];
    expect(from).toMatch(/-01$/);
    expect(to.slice(0, 7)).toBe(from.slice(0, 7));
  }
  const csv = await owner.open("/owner/bookkeeping.csv?from=2026-01-01&to=2026-01-31");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="bookkeeping-2026-01-01-2026-01-31.csv"');
  expect(await csv.text()).toContain("Date,Type,Order number,Document,VAT rate,Net,VAT,Gross,Currency");
});
