import { expect, test } from "vitest";
import { drawIcon, iconAddress, iconLetter } from "./shop-icon.ts";

test("a shop with its own name has its first letter as icon, and the sample keeps its own", () => {
  const names = ["Torg", "kaffe & te", "Ærlig mat", "  «7 hav»", "<&>", "日本茶"];
  expect(names.map(iconLetter)).toEqual([undefined, "K", "Æ", "7", "", "日"]);
  expect(iconAddress("Torg")).toBeUndefined();
  expect(iconAddress("Ærlig mat")).toBe("/shop-icon.svg?letter=%C3%86");
  expect(drawIcon("Æ")).toContain(">Æ</text>");
});
