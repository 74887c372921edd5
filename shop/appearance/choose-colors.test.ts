import fc from "fast-check";
import { expect, test } from "vitest";
import { isDarkPaper, isGround, isReadable, toHsl } from "./accent.ts";
import { chooseColors } from "./choose-colors.ts";

const color = fc
  .tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 }))
  .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`);

test("of whatever picture, there are three or four choices, and texts can be read with each", () => {
  const counted = fc.array(fc.record({ color, share: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 32 });
  fc.assert(
    fc.property(counted, (colors) => {
      const choices = chooseColors(colors);
      expect([3, 4]).toContain(choices.length);
      for (const { accent, ground, darkPaper } of choices)
        expect([isReadable(accent), isGround(ground), isDarkPaper(darkPaper)]).toEqual([true, true, true]);
    }),
  );
});

test("the first choice has the picture's strongest hue, not its largest", () => {
  const logo = [
    { color: "#f7f5f0", share: 0.8 },
    { color: "#c0172b", share: 0.15 },
    { color: "#2b5fa8", share: 0.05 },
  ];
  const [first, second] = chooseColors(logo);
  expect(first?.accent).toBe("#c0172b");
  expect(toHsl(first?.ground ?? "").hue).toBeCloseTo(toHsl("#c0172b").hue, -1);
  expect(second?.accent).toBe("#2b5fa8");
  expect(chooseColors([{ color: "#808080", share: 1 }]).map(({ accent }) => toHsl(accent).saturation < 0.1)).toEqual([
    true,
    true,
    true,
  ]);
});
