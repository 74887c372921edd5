import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accentShades,
  contrast,
  dimmest,
  isReadable,
  nearestDarkPaper,
  nearestReadable,
  papers,
  themeStyles,
} from "./accent.ts";

const color = fc
  .tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 }))
  .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`);

test("colors are measured on the theme's own papers", async () => {
  const theme = await readFile(new URL("../../ui/theme.css", import.meta.url), "utf8");
  expect(Array.from(theme.matchAll(/--paper: (#\w+);/g), ([, paper]) => paper)).toEqual(papers);
  const inDark = theme.slice(theme.indexOf("prefers-color-scheme: dark"));
  const found = [
    /--faint: (#\w+)/.exec(inDark),
    /--field: (#\w+)/.exec(inDark),
    /--color-on-tile-soft: (#\w+)/.exec(theme),
  ];
  expect(found.map((match) => match?.[1])).toEqual(dimmest);
});

test("contrast is what WCAG says", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#1e4d40", "#1e4d40")).toBe(1);
});

test("the nearest color that can be read keeps its hue", () => {
  expect(isReadable("#1e4d40")).toBe(true);
  expect(nearestReadable("#1e4d40")).toBe("#1e4d40");
  expect(isReadable("#e08a00")).toBe(false);
  expect(nearestReadable("#e08a00")).toBe("#a36400");
});

test("whatever the accent, text in it and on it can be read in both schemes", () => {
  fc.assert(
    fc.property(color, color, (picked, pickedPaper) => {
      const accent = nearestReadable(picked);
      const darkPaper = nearestDarkPaper(pickedPaper);
      const { light, dark } = accentShades(accent, darkPaper);
      expect(contrast(light.accent, "#fbf9f5")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(light.accent, light.on)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark.accent, darkPaper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark.accent, dark.on)).toBeGreaterThanOrEqual(4.5);
      expect(themeStyles({ accent }).match(/#[\da-f]{6}/g)).toHaveLength(8);
    }),
  );
});
