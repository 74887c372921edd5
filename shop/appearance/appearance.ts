import type { Database } from "#database/connect.ts";
import { type AppearanceFields, claimNumbers, newAppearance, type Section, sections } from "./appearance-form.ts";

/** In the table `settings`. */
export const appearanceKey = "appearance";

/** Something that the home page says of the shop. */
export interface Claim {
  title: string;
  text: string;
}

/** A number that the home page boasts of. */
export interface Stat {
  value: string;
  label: string;
}

/** What owners have set up of the shop's looks; undefined where the default applies. */
export interface Appearance {
  logo?: string | undefined;
  /** A color that can be read on the light background. */
  accent?: string | undefined;
  announcement?: { text: string; link: string | undefined } | undefined;
  hero: {
    badge?: string | undefined;
    title?: string | undefined;
    text?: string | undefined;
    buttons: { label?: string | undefined; link?: string | undefined }[];
    picture?: { address: string; text: string } | undefined;
  };
  /** The sections of the home page that are hidden. */
  hidden: Section[];
  /** By position: the owner's words, undefined for the default's, null for a claim that isn't shown. */
  features: (Partial<Claim> | null)[];
  footer: { returns?: string | undefined; help?: string | undefined; text?: string | undefined };
}

/** The home page's statistics until an owner sets their own. */
export const defaultStats: Stat[] = [
  { value: "1M+", label: "customers" },
  { value: "10K+", label: "products" },
  { value: "50+", label: "categories" },
  { value: "99%", label: "satisfaction" },
];

/** Reads the saved form. */
export async function readAppearanceForm(db: Database): Promise<AppearanceFields> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", appearanceKey).executeTakeFirst();
  return row ? { ...newAppearance, ...JSON.parse(row.value) } : newAppearance;
}

/** What the saved form means for pages. */
export function toAppearance(form: AppearanceFields): Appearance {
  const { announcement: text, announcementLink, heroPicture } = form;
  return {
    logo: form.logo || undefined,
    accent: form.accent || undefined,
    announcement: text ? { text, link: announcementLink || undefined } : undefined,
    hero: {
      badge: form.heroBadge || undefined,
      title: form.heroTitle || undefined,
      text: form.heroText || undefined,
      buttons: [
        { label: form.heroButton1 || undefined, link: form.heroLink1 || undefined },
        { label: form.heroButton2 || undefined, link: form.heroLink2 || undefined },
      ],
      picture: heroPicture ? { address: heroPicture, text: form.heroPictureText } : undefined,
    },
    hidden: sections.filter((section) => !form[`${section}Shown`]),
    features: claimNumbers.map((number) => {
      if (!form[`featureShown${number}`]) return null;
      const [title, text] = [form[`featureTitle${number}`], form[`featureText${number}`]];
      return { ...(title && { title }), ...(text && { text }) };
    }),
    footer: {
      returns: form.footerReturns || undefined,
      help: form.footerHelp || undefined,
      text: form.footerText || undefined,
    },
  };
}

/** The statistics that are shown. */
export function toStats(form: AppearanceFields): Stat[] {
  return claimNumbers.flatMap((number, index) => {
    const sample = defaultStats[index] ?? { value: "", label: "" };
    if (!form[`statShown${number}`]) return [];
    return { value: form[`value${number}`] || sample.value, label: form[`label${number}`] || sample.label };
  });
}
