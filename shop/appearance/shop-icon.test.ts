import { expect, test } from "vitest";
import { drawIcon, iconLetter, ownIcons } from "./shop-icon.ts";

test("a shop with its own name has its first letter as icon, and the sample keeps its own", () => {
  const names = ["Torg", "kaffe & te", "Ærlig mat", "  «7 hav»", "<&>", "日本茶"];
  expect(names.map(iconLetter)).toEqual([undefined, "K", "Æ", "7", "", "日"]);
  expect(ownIcons({ shopName: "Torg" })).toBeUndefined();
  expect(ownIcons({ shopName: "Ærlig mat" })).toMatchObject([{ address: "/shop-icon.svg?letter=%C3%86" }]);
  expect(ownIcons({ shopName: "Bod", accent: "#1b6b45" })).toMatchObject([
    { address: "/shop-icon.svg?letter=B&color=1b6b45" },
  ]);
  expect(drawIcon("Æ")).toContain(">Æ</text>");
});

test("an uploaded icon comes before the letter", () => {
  const icon = `/pictures/uploaded/${"a".repeat(32)}-800.webp?thumbhash=x`;
  expect(ownIcons({ shopName: "Torg", icon })).toEqual([
    { address: `/pictures/uploaded/${"a".repeat(32)}-180.png`, type: "image/png", sizes: "180x180" },
    { address: `/pictures/uploaded/${"a".repeat(32)}-512.png`, type: "image/png", sizes: "512x512" },
  ]);
});
