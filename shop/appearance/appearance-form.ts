import * as v from "valibot";
import { checkbox, typedText } from "../forms/form-rules.ts";
import { parse } from "../forms/validate.ts";
import { pictureAddress } from "../pictures/picture-address.ts";
import {
  contrastInDark,
  contrastOnGround,
  contrastOnPaper,
  isColor,
  isDarkPaper,
  isGround,
  isReadable,
  nearestDarkPaper,
  nearestGround,
  nearestReadable,
} from "./accent.ts";
import { firstSections, orderSections, sections, writeOrder } from "./home-sections.ts";
import { isTypefacePair } from "./typefaces.ts";

export const claimNumbers = [1, 2, 3, 4] as const;
export type ClaimNumber = (typeof claimNumbers)[number];

/** Single texts and pictures that can be left out. */
const removable = ["heroBadge", "heroPicture", "footerReturns", "footerHelp"] as const;

/** A page of this shop: anything else would lead shoppers away. */
const link = v.pipe(
  typedText(200),
  v.check(
    (address) =>
      address === "" || (/^\/(?![/\\])[^\s\\]*$/.test(address) && URL.canParse(address, "https://shop.example")),
    "Use an address in this shop such as /products?filter=onSale",
  ),
);

interface ColorRule {
  isFit: (color: string) => boolean;
  /** Its contrast, from 1 to 21, and with what. */
  contrast: (color: string) => number;
  with: string;
  nearest: (color: string) => string;
}

/** A color on or with which texts can be read; "" for the theme's own. */
function readableColor(rule: ColorRule) {
  return v.pipe(
    typedText(7),
    v.transform((color) => color.toLowerCase().replace(/^(?=[\da-f]{6}$)/, "#")),
    v.check((color) => color === "" || isColor(color), "Use a color such as #1e4d40"),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || !isColor(dataset.value) || rule.isFit(dataset.value)) return;
      const color = dataset.value;
      const found = rule.contrast(color).toFixed(1);
      addIssue({
        message: `${color} has a contrast of ${found}:1 ${rule.with}, and text needs 4.5:1. The nearest that works is ${rule.nearest(color)}`,
      });
    }),
  );
}

/** The rules of the colors that owners choose. */
export const colorRules = {
  accent: { isFit: isReadable, contrast: contrastOnPaper, with: "on the shop's background", nearest: nearestReadable },
  ground: { isFit: isGround, contrast: contrastOnGround, with: "with the text on it", nearest: nearestGround },
  darkPaper: { isFit: isDarkPaper, contrast: contrastInDark, with: "with the text on it", nearest: nearestDarkPaper },
} satisfies Record<string, ColorRule>;

/** The fields of colors, in the order in which a button posts a choice of them. */
export const colorNames = Object.keys(colorRules) as (keyof typeof colorRules)[];

type ClaimField = `${"featureTitle" | "featureText" | "featureShown" | "value" | "label" | "statShown"}${ClaimNumber}`;

const claims = Object.fromEntries(
  claimNumbers.flatMap((number) => [
    [`featureTitle${number}`, typedText(40)],
    [`featureText${number}`, typedText(120)],
    [`featureShown${number}`, checkbox],
    [`value${number}`, typedText(12)],
    [`label${number}`, typedText(30)],
    [`statShown${number}`, checkbox],
  ]),
) as Record<ClaimField, ReturnType<typeof typedText>>;

const hideable = [...sections, ...removable];

const shownFields = Object.fromEntries(hideable.map((name) => [`${name}Shown`, checkbox])) as unknown as Record<
  `${(typeof hideable)[number]}Shown`,
  typeof checkbox
>;

/** How the shop looks and what it claims. An empty text uses the default. */
export const appearanceForm = v.object({
  logo: pictureAddress,
  icon: pictureAddress,
  accent: readableColor(colorRules.accent),
  ground: readableColor(colorRules.ground),
  darkPaper: readableColor(colorRules.darkPaper),
  typefaces: v.pipe(
    typedText(20),
    v.check((pair) => pair === "" || isTypefacePair(pair), "Choose a pair of typefaces"),
  ),
  announcement: typedText(160),
  announcementLink: link,
  heroBadge: typedText(30),
  heroTitle: typedText(80),
  heroText: typedText(200),
  heroButton1: typedText(24),
  heroLink1: link,
  heroButton2: typedText(24),
  heroLink2: link,
  heroPicture: pictureAddress,
  heroPictureText: typedText(150),
  sectionOrder: v.pipe(
    typedText(200),
    v.transform((names) => writeOrder(orderSections(names))),
  ),
  storyTitle: typedText(80),
  storyText: typedText(1000),
  storyPicture: pictureAddress,
  storyPictureText: typedText(150),
  storyButton: typedText(24),
  storyLink: link,
  newestTitle: typedText(40),
  affordableTitle: typedText(40),
  affordableMost: v.pipe(
    typedText(7),
    v.check((price) => price === "" || /^[1-9]\d*$/.test(price), "Use a whole price such as 20"),
  ),
  textTitle: typedText(80),
  textText: typedText(2000),
  footerReturns: typedText(250),
  footerHelp: typedText(120),
  footerText: typedText(200),
  ...shownFields,
  ...claims,
});

export type AppearanceFields = v.InferOutput<typeof appearanceForm>;
export type AppearanceField = keyof AppearanceFields;

/** A new shop's: all defaults, and everything shown that isn't added by owners. */
export const newAppearance: AppearanceFields = parse(
  appearanceForm,
  Object.fromEntries([
    ...[...firstSections, ...removable].map((name) => [`${name}Shown`, "on"]),
    ...claimNumbers.flatMap((number) => [
      [`featureShown${number}`, "on"],
      [`statShown${number}`, "on"],
    ]),
  ]),
);
