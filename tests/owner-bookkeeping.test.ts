import { expect } from "vitest";
import { addDays, dayOf } from "#shop/values/days.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

test("owners read a period's totals and download it; staff don't, and a wrong period is told", async ({ shop }) => {
  const owner = await ownerBrowser(shop, { email: "books@example.com", role: "owner" });
  const staff = await ownerBrowser(shop, { email: "helper@example.com", role: "orders" });
  for (const path of ["/owner/bookkeeping", "/owner/bookkeeping.csv"])
    expect((await staff.open(path)).status).toBe(403);
  const wrong = {
    "from=2026-12-01&to=2026-11-01": "The last day is before the first one. This is last month.",
    "from=2026-02-30&to=2026-03-01": "Choose a first and a last day.",
    "from=2020-01-01&to=2026-03-01": "Choose a year at most.",
    "from=0000-00-00&to=9999-12-31": "Choose a first and a last day.",
  };
  for (const [query, problem] of Object.entries(wrong)) {
    const page = await (await owner.open(`/owner/bookkeeping?${query}`)).text();
    expect(page, query).toContain(problem);
    expect(page, query).toContain(`value="${query.slice(5, 15)}"`);
  }
  const first = await (await owner.open("/owner/bookkeeping")).text();
  expect(first).not.toContain('role="alert"');
  const day = dayOf(new Date(), "Europe/Oslo");
  const months = [day.slice(0, 7), addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)];
  expect(
    months.map((month) => first.includes(`value="${month}-01"`)),
    "nothing was sold last month",
  ).toEqual([true, false]);
  const csv = await owner.open("/owner/bookkeeping.csv?from=2026-01-01&to=2026-01-31");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="bookkeeping-2026-01-01-2026-01-31.csv"');
  expect(await csv.text()).toContain("Date,Type,Order number,Document,VAT rate,Net,VAT,Gross,Currency");
});
