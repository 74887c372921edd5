import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { backdropOf, categoryColors, headerOf } from "./category-colors.ts";

const [theme, colors] = ["./theme.css", "./category-colors.css"].map((file) =>
  readFileSync(new URL(file, import.meta.url), "utf8"),
) as [string, string];
const schemes = [/^:root \{(.*?)^\}/ms, /prefers-color-scheme: dark\) \{(.*?)^\}/ms];

/** A custom property's color. */
function colorOf(css: string, property: string) {
  const [, hex = ""] = new RegExp(`${property}: #([0-9a-f]{6});`).exec(css) ?? [];
  expect(hex, property).not.toBe("");
  return hex;
}

/** The relative luminance of WCAG 2. */
function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((part) => {
    const channel = Number.parseInt(part, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string) {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test.each(categoryColors)("text is readable on $label in both color schemes", ({ value, backdrop, header }) => {
  expect([backdrop, header]).toEqual([`bg-${value}`, `bg-${value}-header`]);
  expect(contrast(colorOf(colors, `--color-${value}`), colorOf(theme, "--color-on-tile-soft"))).toBeGreaterThan(4.5);
  for (const scheme of schemes) {
    const [own, ink] = [colors, theme].map((css) => scheme.exec(css)?.[1] ?? "") as [string, string];
    expect(contrast(colorOf(own, `--${value}-header`), colorOf(ink, "--ink"))).toBeGreaterThan(4.5);
  }
});

test("without a color, backdrops are neutral and headers have none", () => {
  expect([backdropOf(null), headerOf(null), backdropOf("constructor")]).toEqual(["bg-furniture", "", "bg-furniture"]);
});
