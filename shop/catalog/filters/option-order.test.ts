import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/soak/seeded-random.ts";
import { compareOptionValues } from "./option-order.ts";

test.each([
  [["3XS", "XXS", "xs", "S", "M", "L", "XL", "2XL", "XXXL", "4XL", "One size"]],
  [["Extra small", "Small", "Medium", "Large", "Extra large"]],
  [["S", "S/M", "M", "M-long", "L (slim)"]],
  [["6.5", "7", "36", "36,5", "100"]],
  [["9", "9½", "9.75", "10"]],
  [["30 ml", "50 ml", "100 ml", "1000 ml"]],
  [["28/32", "30/30", "30/32", "32/32"]],
  [["3L", "10L", "Large jar"]],
  [["Black", "blue", "Red"]],
  [["S", "10", "Tall"]],
] as string[][][])("%j are in the order that shoppers expect", (values) => {
  const random = seededRandom(3);
  for (let time = 0; time < 5; time++) {
    const mixed = values.map((value) => ({ value, at: random() })).sort((one, other) => one.at - other.at);
    expect(mixed.map(({ value }) => value).sort(compareOptionValues)).toEqual(values);
  }
});
