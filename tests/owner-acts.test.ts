import { expect } from "vitest";
import { setRole } from "#shop/owners/owners.ts";
import { may } from "#shop/owners/rights.ts";
import { readSettings } from "#shop/settings/settings.ts";
import { roles } from "#shop/values/staff-roles.ts";
import { acts, type Decision, decideDownload, decideForm, rightToOpen, rightToPost } from "../owner/access/acts.ts";
import { builtRoutes, fillPattern } from "./support/built-addresses.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { versionOf } from "./support/order-screen.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { ageSignIn, asksToSignIn, sendAfterSignIn } from "./support/sign-in-again.ts";
import { sampleOf } from "./support/thorough.ts";
import { toForm } from "./support/to-form.ts";

const patterns = Object.keys(acts) as (keyof typeof acts)[];

test("every form and every download of the back office is listed, and nothing else", async () => {
  const routes = await builtRoutes("owner/server");
  expect(patterns.toSorted()).toEqual(routes.map(({ pattern }) => pattern).toSorted());
  const isDownload = ({ module }: (typeof routes)[number]) => !module.default;
  const withForms = routes.filter(({ module }) => module.action).map(({ pattern }) => pattern);
  const downloads = routes.filter(isDownload).map(({ pattern }) => pattern);
  const listed = (name: "forms" | "download") => patterns.filter((pattern) => name in acts[pattern]);
  expect(listed("forms").toSorted()).toEqual(withForms.toSorted());
  expect(listed("download").toSorted()).toEqual(downloads.toSorted());
});

// Security: O3
test("two hours after the sign-in, exactly the listed acts ask for the password again", async ({ shop }) => {
  const { browser, uid, email, orderNumber } = await openOldSession(shop);
  const things = thingsOf(uid, orderNumber);
  const asked: Record<string, boolean> = {};
  const listed: Record<string, boolean> = {};
  for (const { name, pattern, decision, query, form } of everyAct()) {
    const path = `/owner${fillPattern(pattern, things)}${query}`;
    asked[name] = asksToSignIn(await send(browser, path, form));
    listed[name] = decision !== "ordinary";
  }
  expect(asked).toEqual(listed);
  expect(Object.values(listed).filter(Boolean).length).toBeGreaterThan(20);
  await ageSignIn(shop, email);
  const { db } = await shop.inside();
  await browser.sendForm("/owner/settings.data", { shopName: "Taken over" });
  expect((await readSettings(db)).shopName).toBe("");
  expect((await browser.open("/owner/backup.data")).headers.get("content-disposition")).toBeNull();
  expect(asksToSignIn(await browser.sendForm(`/owner/orders/${orderNumber}`, { step: "unheard-of" }))).toBe(true);
});

// Security: O11
test.for(roles.filter(({ role }) => role !== "owner"))(
  "$name: every form and download is refused unless the role has its right",
  async ({ role }, { shop }) => {
    const { browser, uid, email, orderNumber } = await openOldSession(shop);
    await setRole(await shop.inside(), email, role, "command line");
    const things = thingsOf(uid, orderNumber);
    const tried = everyAct().map((act) => ({ ...act, path: `/owner${fillPattern(act.pattern, things)}${act.query}` }));
    const acts = await Promise.all(tried.map(async (act) => ({ ...act, isRefused: !may(role, await rightOf(act)) })));
    const refused = acts.filter(({ isRefused }) => isRefused);
    // What the others do is tested elsewhere.
    const allowed = sampleOf(
      acts.filter((act) => !act.isRefused),
      4,
    );
    for (const { name, path, form, isRefused } of [...refused, ...allowed])
      expect((await send(browser, path, form)).status === 403, name).toBe(isRefused);
    expect(refused.length).toBeGreaterThan(5);
  },
);

function rightOf({ pattern, path, form }: Pick<Act, "pattern" | "form"> & { path: string }) {
  if (!form) return rightToOpen(pattern);
  const isUpload = form instanceof FormData;
  const request = new Request(`http://shop.example${path}`, { method: "POST", body: isUpload ? form : null });
  return rightToPost(pattern, {
    request,
    url: new URL(request.url),
    form: async () => (isUpload ? form : toForm(form)),
  });
}

test("a step that isn't listed is no ordinary one, whatever its name", async () => {
  for (const step of ["unheard-of", "constructor", "__proto__", ""]) {
    const form = async () => toForm({ step });
    const posted = { request: new Request("http://shop.example"), url: new URL("http://shop.example"), form };
    expect(await decideForm("/orders/:orderNumber", posted)).toBeUndefined();
    expect(await decideForm("/unheard-of", posted)).toBeUndefined();
  }
  expect(decideDownload("/constructor", new URLSearchParams())).toBe("ordinary");
});

// Security: O3
test("payment instructions, a discount code, a role and a refund wait for the password with what was typed", async ({
  shop,
}) => {
  const { browser, email, uid, orderNumber } = await openOldSession(shop);
  const { db } = await shop.inside();
  const paymentInstructions = 'Account "1234 56 78901" <b>\r\nå & ø';
  expect((await sendAfterSignIn(browser, "/owner/settings", { paymentInstructions })).status).toBe(303);
  expect((await readSettings(db)).paymentInstructions).toBe(paymentInstructions.replace("\r\n", "\n"));

  await ageSignIn(shop, email);
  const code = { code: "ALLFREE", kind: "percent", value: "100" };
  const wrong = await sendAfterSignIn(browser, "/owner/discounts/new", { ...code, value: "1000" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('value="1000"');
  await ageSignIn(shop, email);
  expect((await sendAfterSignIn(browser, "/owner/discounts/new", code)).status).toBe(303);

  await ageSignIn(shop, email);
  expect((await sendAfterSignIn(browser, `/owner/customers/${uid}`, { step: "role", role: "manager" })).status).toBe(
    303,
  );

  await ageSignIn(shop, email);
  const path = `/owner/orders/${orderNumber}`;
  const version = versionOf(await (await browser.open(path)).text());
  const refund = { step: "refund", amount: "2.50", reason: "One & two: they were “brown”", version };
  expect((await sendAfterSignIn(browser, path, refund)).status).toBe(303);
  const reasons = db.selectFrom("refunds").select("reason");
  expect(await reasons.execute()).toEqual([{ reason: refund.reason }]);
});

test("a large settings file waits for the password, too", async ({ shop }) => {
  const { browser } = await openOldSession(shop);
  const file = JSON.stringify({ pages: [{ title: "Terms", text: '"\\'.repeat(450_000) }] });
  const answer = await sendAfterSignIn(browser, "/owner/settings/import", { file, seen: "another" });
  expect(answer.status).toBe(422);
});

function thingsOf(uid: string, orderNumber: string) {
  const product = {
    id: "lemons",
    group: "tees",
    category: "beauty",
    importId: "0",
    returnId: "0",
    placeId: "1",
    mailId: "0",
  };
  return { orderNumber, messageId: "1", changeId: "0", uid, ...product, slug: "about", country: "DE" };
}

function send(browser: PlainBrowser, path: string, form: Act["form"]) {
  if (!form) return browser.open(path);
  return form instanceof FormData ? browser.send(path, form) : browser.sendForm(path, form);
}

interface Act {
  name: string;
  pattern: string;
  decision: Decision;
  query: string;
  /** Undefined for a download. */
  form: Record<string, string> | FormData | undefined;
}

interface Listed {
  open: string;
  forms?: Decision | Record<string, Decision>;
  download?: unknown;
}

/** Every listed form and download, once for each of its steps. */
function everyAct(): Act[] {
  return patterns.flatMap((pattern): Act[] => {
    const { forms, download }: Listed = acts[pattern];
    if (forms === undefined) return download === undefined ? [] : downloadsOf(pattern, download);
    const steps = typeof forms === "string" ? { save: forms } : forms;
    return Object.entries(steps).map(([step, decision]) => {
      const sent = { query: "", form: { step }, ...howToSend[pattern]?.(step) };
      return { name: `${pattern} ${step}`, pattern, decision, ...sent };
    });
  });
}

function downloadsOf(pattern: string, download: unknown): Act[] {
  const queries = typeof download === "function" ? ["", "?sample="] : [""];
  return queries.map((query) => ({
    name: pattern + query,
    pattern,
    decision: decideDownload(pattern, new URLSearchParams(query)),
    query,
    form: undefined,
  }));
}

/** Forms whose step isn't in the field `step`. */
const howToSend: Partial<Record<string, (step: string) => Partial<Pick<Act, "query" | "form">>>> = {
  "/products/bulk": (change) => ({ query: `?change=${change}` }),
  "/products/import": (step) => ({ form: step === "preview" ? new FormData() : { step } }),
  "/settings/import": (step) => ({ form: { file: "{}", ...(step === "apply" && { seen: "" }) } }),
};

/** An owner who signed in two hours ago, and another customer with an order. */
async function openOldSession(shop: RunningShop) {
  const inside = await shop.inside();
  const email = `${crypto.randomUUID()}@example.com`;
  await registerVerified(inside, { email });
  await setRole(inside, email, "owner", "command line");
  const browser = plainBrowser(shop.url, await signInCookies(inside, { email }));
  await ageSignIn(shop, email);
  const uid = await registerVerified(inside, { email: `${crypto.randomUUID()}@example.com` });
  await inside.db.updateTable("products").set({ stock: 100, priceCents: 950 }).where("id", "=", "lemons").execute();
  const orderNumber = String(await tryToOrder(inside.db, uid, orderOf([["lemons", 1]])));
  return { browser, email, uid, orderNumber };
}
