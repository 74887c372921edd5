import type { Database } from "#database/connect.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { type AppearanceFields, claimNumbers, newAppearance } from "./appearance-form.ts";
import { type Claim, defaultStats, type Stat } from "./default-claims.ts";
import { orderSections, type Section } from "./home-sections.ts";
import { isTypefacePair, type TypefacePair } from "./typefaces.ts";

/** In the table `settings`. */
export const appearanceKey = "appearance";

/** Of the products that are affordable, until an owner says another price. */
export const defaultMost = 20;

/** What owners have set up of the shop's looks: undefined where the default applies, null for what isn't shown. */
export interface Appearance {
  logo?: string | undefined;
  /** For browser tabs and home screens. */
  icon?: string | undefined;
  /** A color that can be read on the light background. */
  accent?: string | undefined;
  /** Behind the words and pictures of the home page. Dark text can be read on it. */
  ground?: string | undefined;
  /** The dark scheme's background. */
  darkPaper?: string | undefined;
  typefaces?: TypefacePair | undefined;
  announcement?: { text: string; link: string | undefined } | undefined;
  hero: {
    badge?: string | null | undefined;
    title?: string | undefined;
    text?: string | undefined;
    buttons: { label?: string | undefined; link?: string | undefined }[];
    picture?: { address: string; text: string } | null | undefined;
  };
  /** The sections of the home page, in their order. */
  sections: Section[];
  story: {
    title?: string | undefined;
    text?: string | undefined;
    picture?: { address: string; text: string } | undefined;
    button?: { label: string; link: string } | undefined;
  };
  newest: { title?: string | undefined };
  /** Products up to a price in whole units of the shop's currency. */
  affordable: { title?: string | undefined; most: number };
  text: { title?: string | undefined; text?: string | undefined };
  /** By position. */
  features: (Partial<Claim> | null)[];
  footer: { returns?: string | null | undefined; help?: string | null | undefined; text?: string | undefined };
}

/** Reads the saved form. */
export async function readAppearanceForm(db: Database): Promise<AppearanceFields> {
  return { ...newAppearance, ...JSON.parse((await readSettingsRow(db, appearanceKey)) ?? "{}") };
}

/** What the saved form means for pages. */
export function toAppearance(form: AppearanceFields): Appearance {
  const { announcement: text, announcementLink } = form;
  return {
    logo: form.logo || undefined,
    icon: form.icon || undefined,
    accent: form.accent || undefined,
    ground: form.ground || undefined,
    darkPaper: form.darkPaper || undefined,
    typefaces: isTypefacePair(form.typefaces) ? form.typefaces : undefined,
    announcement: text ? { text, link: announcementLink || undefined } : undefined,
    hero: {
      badge: form.heroBadgeShown ? form.heroBadge || undefined : null,
      title: form.heroTitle || undefined,
      text: form.heroText || undefined,
      buttons: [
        { label: form.heroButton1 || undefined, link: form.heroLink1 || undefined },
        { label: form.heroButton2 || undefined, link: form.heroLink2 || undefined },
      ],
      picture: pictureOf(form),
    },
    sections: orderSections(form.sectionOrder).filter((section) => form[`${section}Shown`]),
    ...furtherSections(form),
    features: claimNumbers.map((number) => {
      if (!form[`featureShown${number}`]) return null;
      const [title, text] = [form[`featureTitle${number}`], form[`featureText${number}`]];
      return { ...(title && { title }), ...(text && { text }) };
    }),
    footer: {
      returns: form.footerReturnsShown ? form.footerReturns || undefined : null,
      help: form.footerHelpShown ? form.footerHelp || undefined : null,
      text: form.footerText || undefined,
    },
  };
}

/** What the sections have that owners add. */
function furtherSections(form: AppearanceFields): Pick<Appearance, "story" | "newest" | "affordable" | "text"> {
  const { storyPicture: address, storyPictureText, storyButton: label, storyLink: link } = form;
  return {
    story: {
      title: form.storyTitle || undefined,
      text: form.storyText || undefined,
      picture: address ? { address, text: storyPictureText } : undefined,
      button: label && link ? { label, link } : undefined,
    },
    newest: { title: form.newestTitle || undefined },
    affordable: { title: form.affordableTitle || undefined, most: Number(form.affordableMost || defaultMost) },
    text: { title: form.textTitle || undefined, text: form.textText || undefined },
  };
}

function pictureOf({ heroPictureShown, heroPicture, heroPictureText }: AppearanceFields) {
  if (!heroPictureShown) return null;
  return heroPicture ? { address: heroPicture, text: heroPictureText } : undefined;
}

/** The statistics that are shown. */
export function toStats(form: AppearanceFields): Stat[] {
  return claimNumbers.flatMap((number, index) => {
    const sample = defaultStats[index] ?? { value: "", label: "" };
    if (!form[`statShown${number}`]) return [];
    return { value: form[`value${number}`] || sample.value, label: form[`label${number}`] || sample.label };
  });
}
