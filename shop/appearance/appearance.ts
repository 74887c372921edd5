import type { Database } from "#database/connect.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { type AppearanceFields, claimNumbers, newAppearance, type Section, sections } from "./appearance-form.ts";
import { type Claim, defaultStats, type Stat } from "./default-claims.ts";

/** In the table `settings`. */
export const appearanceKey = "appearance";

/** What owners have set up of the shop's looks: undefined where the default applies, null for what isn't shown. */
export interface Appearance {
  logo?: string | undefined;
  /** For browser tabs and home screens. */
  icon?: string | undefined;
  /** A color that can be read on the light background. */
  accent?: string | undefined;
  announcement?: { text: string; link: string | undefined } | undefined;
  hero: {
    badge?: string | null | undefined;
    title?: string | undefined;
    text?: string | undefined;
    buttons: { label?: string | undefined; link?: string | undefined }[];
    picture?: { address: string; text: string } | null | undefined;
  };
  /** The sections of the home page that are hidden. */
  hidden: Section[];
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
    hidden: sections.filter((section) => !form[`${section}Shown`]),
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
