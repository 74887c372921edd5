import type { CountedColor } from "../pictures/count-colors.ts";
import { type Hsl, nearestDarkPaper, nearestGround, nearestReadable, toHex, toHsl } from "./accent.ts";

/** Colors for a shop, on and with which all texts can be read. */
export interface ColorChoice {
  accent: string;
  ground: string;
  darkPaper: string;
}

const mostChoices = 4;
/** Hues that are nearer look like one, in degrees. */
const leastDistance = 30;
const leastSaturation = 0.2;
const warm: Hsl = { hue: 38, saturation: 0.45, lightness: 0.9 };
const cool: Hsl = { hue: 210, saturation: 0.3, lightness: 0.9 };
const ink: Hsl = { hue: 38, saturation: 0.06, lightness: 0.22 };

/** Three or four choices of colors from those of a picture: with its strongest hues, which are also mixed, and with ink where it has few. See docs/decisions/0390. */
export function chooseColors(counted: CountedColor[]): ColorChoice[] {
  const choices = pairHues(strongestHues(counted)).map(([accent, ground]) => ({
    accent: nearestReadable(toHex(accent)),
    ground: nearestGround(toHex({ ...ground, saturation: Math.min(ground.saturation, 0.5), lightness: 0.88 })),
    darkPaper: nearestDarkPaper(toHex({ ...ground, saturation: Math.min(ground.saturation, 0.16), lightness: 0.09 })),
  }));
  return [...new Map(choices.map((choice) => [Object.values(choice).join(), choice])).values()].slice(0, mostChoices);
}

function pairHues(hues: Hsl[]): [accent: Hsl, ground: Hsl][] {
  const [first, second = warm] = hues;
  if (!first) return [warm, cool, ink].map((ground) => [ink, ground]);
  const same = hues.map((hue): [Hsl, Hsl] => [hue, hue]);
  return [...same, [first, second], [{ ...first, lightness: 0.22 }, first], [ink, first]];
}

/** Up to three, the most seen first: a vivid color counts for more than a pale one of the same size. */
function strongestHues(counted: CountedColor[]) {
  const vivid = counted
    .map(({ color, share }) => ({ hsl: toHsl(color), share }))
    .filter(({ hsl }) => hsl.saturation >= leastSaturation && hsl.lightness > 0.1 && hsl.lightness < 0.92)
    .sort((one, other) => other.share * chroma(other.hsl) - one.share * chroma(one.hsl));
  const hues: Hsl[] = [];
  for (const { hsl } of vivid)
    if (hues.length < 3 && hues.every((hue) => distance(hue, hsl) >= leastDistance)) hues.push(hsl);
  return hues;
}

function chroma({ saturation, lightness }: Hsl) {
  return saturation * (1 - Math.abs(2 * lightness - 1));
}

function distance(one: Hsl, other: Hsl) {
  const apart = Math.abs(one.hue - other.hue);
  return Math.min(apart, 360 - apart);
}
