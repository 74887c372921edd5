import { expect, test } from "vitest";
import { changeSections, orderSections, sections } from "./home-sections.ts";

const shown = Object.fromEntries(sections.map((section) => [`${section}Shown`, "on"]));
const page = (typed: Record<string, string>) =>
  orderSections(typed.sectionOrder ?? "").filter((section) => typed[`${section}Shown`]);

test("an order names each section once, and those it lacks come last", () => {
  expect(orderSections("")).toEqual(sections);
  expect(orderSections("text,  hero, text, evil, __proto__").slice(0, 3)).toEqual(["text", "hero", "categories"]);
  expect(orderSections("text").toSorted()).toEqual(sections.toSorted());
});

test("sections move past what is shown, stay at the ends, and are added last", () => {
  const few = {
    ...shown,
    categoriesShown: "",
    trendingShown: "",
    storyShown: "",
    newestShown: "",
    affordableShown: "",
  };
  expect(page(few)).toEqual(["hero", "features", "stats", "text"]);
  expect(page(changeSections(few, "features", "up"))).toEqual(["features", "hero", "stats", "text"]);
  expect(page(changeSections(few, "features", "down"))).toEqual(["hero", "stats", "features", "text"]);
  expect(page(changeSections(few, "hero", "up"))).toEqual(page(few));
  expect(page(changeSections(few, "text", "down"))).toEqual(page(few));
  expect(page(changeSections(few, "categories", "add"))).toEqual(["hero", "features", "stats", "text", "categories"]);
  expect(page(changeSections(few, "stats", "remove"))).toEqual(["hero", "features", "text"]);
  expect(page(changeSections({}, "text", "add"))).toEqual(["text"]);
});

test("a new shop's order is saved as none", () => {
  const moved = changeSections(shown, "hero", "down");
  expect(moved.sectionOrder).toMatch(/^categories, hero, trending/);
  expect(changeSections(moved, "hero", "up").sectionOrder).toBe("");
});
