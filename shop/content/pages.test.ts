import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { readChanges } from "../changes/change-log.ts";
import { ChangedMeanwhileError, FormRefusedError } from "../forms/form-errors.ts";
import { validate } from "../forms/validate.ts";
import { openDecisions, renderMarkdown } from "../text/markdown.ts";
import { addPage, deletePage, editPage, saveBuiltInPage } from "./change-page.ts";
import { type PageFields, pageForm } from "./page-form.ts";
import { fromTemplate, pageTemplates } from "./page-templates.ts";
import { builtInPages, readPages } from "./pages.ts";

const actor = "olga@example.com";
const terms: PageFields = {
  ...{ title: "Terms of sale", slug: "terms", description: "", text: "## Prices\n\nThey include VAT." },
  ...{ inFooter: "on", isPublic: "on" },
};

test("an empty address is made from the title, and wrong values show an error", () => {
  const typed = { ...terms, slug: "" };
  expect(validate(pageForm, typed).values?.slug).toBe("terms-of-sale");
  expect(validate(pageForm, { ...typed, title: "Kjøp & salg" }).values?.slug).toBe("kjop-salg");
  const errorsOf = (changes: object) => Object.keys(validate(pageForm, { ...terms, ...changes }).errors ?? {});
  expect(errorsOf({ title: " " })).toEqual(["title"]);
  expect(errorsOf({ slug: "Terms of sale" })).toEqual(["slug"]);
  expect(errorsOf({ slug: "a/b" })).toEqual(["slug"]);
  expect(errorsOf({ text: "x".repeat(50_001) })).toEqual(["text"]);
  expect(errorsOf({ text: "We deliver in [[How many?]] days" })).toEqual(["isPublic"]);
  expect(errorsOf({ text: "We deliver in [[How many?]] days", isPublic: "" })).toEqual([]);
});

forEachEngine((_, engine) => {
  test("pages are added, edited and deleted, and every process links to the public ones", async () => {
    const { shop } = await openTestShop(engine);
    await addPage(shop, terms, actor);
    await addPage(shop, { ...terms, slug: "draft", isPublic: "" }, actor);
    await shop.refreshSettings();
    expect(shop.settings.pages).toEqual([{ slug: "terms", title: "Terms of sale", inFooter: true }]);
    const next = { ...terms, slug: "conditions", text: "x".repeat(300), inFooter: "" } as const;
    await editPage(shop, "terms", next, { original: terms, actor });
    await expect(editPage(shop, "conditions", terms, { original: terms, actor })).rejects.toThrow(
      ChangedMeanwhileError,
    );
    await expect(editPage(shop, "terms", next, { original: next, actor })).rejects.toThrow("terms");
    await deletePage(shop, "draft", actor);
    await shop.refreshSettings();
    expect(shop.settings.pages).toEqual([{ slug: "conditions", title: "Terms of sale", inFooter: false }]);
    const log = await readChanges(shop.db, { kind: "page", limit: 9 });
    expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "deleted draft",
      "edited conditions",
      "added draft",
      "added terms",
    ]);
    expect(String(log[1]?.fields.text?.after)).toHaveLength(201);
  });

  test("no two pages have one address, not even at once, and some addresses are the shop's own", async () => {
    const { shop } = await openTestShop(engine);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => addPage(shop, terms, actor)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const slug of ["terms", "about", "contact", "new"])
      await expect(addPage(shop, { ...terms, slug }, actor)).rejects.toThrow(FormRefusedError);
    expect(await readPages(shop.db)).toHaveLength(1);
  });

  test("an owner's text replaces the sample's on About, until it is empty again", async () => {
    const { shop } = await openTestShop(engine);
    const [about] = builtInPages;
    await saveBuiltInPage(shop, about, "We **bake**.", { original: "", actor });
    await shop.refreshSettings();
    expect(shop.settings.texts).toEqual({ about: "<p>We <strong>bake</strong>.</p>\n" });
    expect(shop.settings.pages).toEqual([]);
    await expect(saveBuiltInPage(shop, about, "", { original: "", actor })).rejects.toThrow(ChangedMeanwhileError);
    await saveBuiltInPage(shop, about, "", { original: "We **bake**.", actor });
    await shop.refreshSettings();
    expect(shop.settings.texts).toEqual({});
  });
});

test("templates take what the settings know, and mark the rest as open decisions", async () => {
  const { shop } = await openTestShop("sqlite");
  const seller = { address: "Bryggen 1, 5003 Bergen", organisationNumber: "999 888 777", email: "a@b.no", phone: "" };
  for (const template of pageTemplates) {
    const without = fromTemplate(template, shop.settings);
    const page = fromTemplate(template, { ...shop.settings, shopName: "Brygga", seller, currency: "NOK" });
    expect(validate(pageForm, page).errors).toBeUndefined();
    expect(validate(pageForm, { ...page, isPublic: "on" }).errors).toHaveProperty("isPublic");
    expect(openDecisions(page.text).length).toBeLessThanOrEqual(openDecisions(without.text).length);
    const html = renderMarkdown(page.text);
    expect(html.match(/<mark>/g)).toHaveLength(openDecisions(page.text).length);
    expect(html).not.toMatch(/Torg|\$|\]\]/);
  }
});

test("the template of the terms keeps a longer return period apart from the right of withdrawal", async () => {
  const { shop } = await openTestShop("sqlite");
  const template = pageTemplates.find(({ slug }) => slug === "terms");
  if (!template) throw new Error("terms");
  const { text } = fromTemplate(template, {
    ...shop.settings,
    ...({ returnDays: 30, withdrawalDays: 14, returnsPaidBy: "shop", takesReturns: true } as const),
  });
  expect(text).toContain("You have 14 days to change your mind");
  expect(text).toContain("[Withdraw from contract here](/withdraw)");
  expect(text).toContain("return your order within 30 days: press *Return items* on [your order](/orders).");
  expect(text).toContain("Sending it back is free for you. We give your money back");
});
