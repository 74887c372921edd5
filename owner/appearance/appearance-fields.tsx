import type { ReactNode } from "react";
import { type AppearanceField, claimNumbers, colorNames } from "#shop/appearance/appearance-form.ts";
import { appearancePictures } from "#shop/appearance/appearance-pictures.ts";
import { sectionChanges, sections } from "#shop/appearance/home-sections.ts";
import { typefacePairs } from "#shop/appearance/typefaces.ts";
import { CheckboxField, SelectField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { PictureField } from "../forms/picture-field.tsx";
import { Part } from "../screen/screen.tsx";
import { Colors } from "./color-fields.tsx";
import { type AppearanceFieldsetProps, areWrong, type GroupProps } from "./field-group.ts";
import { HomePage, sectionNames, sectionPrefixes } from "./home-page-fields.tsx";

/** The fields' labels. */
export const appearanceLabels = {
  logo: "Logo",
  icon: "Icon",
  accent: "Accent color",
  ground: "Tile color",
  darkPaper: "Dark background",
  typefaces: "Typefaces",
  announcement: "Announcement",
  announcementLink: "Announcement link",
  heroBadge: "Badge",
  heroTitle: "Title",
  heroText: "Text",
  heroButton1: "First button",
  heroLink1: "First button's link",
  heroButton2: "Second button",
  heroLink2: "Second button's link",
  heroBadgeShown: "Show badge",
  heroPicture: "Picture",
  heroPictureShown: "Show picture",
  heroPictureText: "Picture description",
  sectionOrder: "Order of sections",
  storyTitle: "Story's title",
  storyText: "Story",
  storyPicture: "Story's picture",
  storyPictureText: "Story's picture description",
  storyButton: "Story's button",
  storyLink: "Story's link",
  newestTitle: "New products' title",
  affordableTitle: "Title above products up to a price",
  affordableMost: "Highest price",
  textTitle: "Text's title",
  textText: "Text's words",
  footerReturns: "Returns",
  footerReturnsShown: "Show returns",
  footerHelp: "Help",
  footerHelpShown: "Show help",
  footerText: "Last line",
  ...Object.fromEntries(sections.map((section) => [`${section}Shown`, `Show ${sectionNames[section].toLowerCase()}`])),
  ...Object.fromEntries(
    claimNumbers.flatMap((number) => [
      [`featureTitle${number}`, `Promise ${number}: title`],
      [`featureText${number}`, `Promise ${number}: text`],
      [`featureShown${number}`, `Show promise ${number}`],
      [`value${number}`, `Statistic ${number}: value`],
      [`label${number}`, `Statistic ${number}: label`],
      [`statShown${number}`, `Show statistic ${number}`],
    ]),
  ),
} as Record<AppearanceField, string>;

interface FieldGroup {
  title: string;
  /** How the names of its fields begin. */
  prefixes: string[];
  /** Steps of its buttons, after which it is open. */
  steps?: readonly string[];
  Group: (props: GroupProps) => ReactNode;
}

const groups: FieldGroup[] = [
  { title: "Brand", prefixes: ["logo", "icon"], Group: Brand },
  { title: "Colors", prefixes: [...colorNames], steps: ["suggestColors", "useColors"], Group: Colors },
  { title: "Type", prefixes: ["typefaces"], Group: Type },
  { title: "Announcement", prefixes: ["announcement"], Group: Announcement },
  {
    title: "Home page",
    prefixes: ["section", ...Object.values(sectionPrefixes).flat()],
    steps: sectionChanges,
    Group: HomePage,
  },
  { title: "Footer", prefixes: ["footer"], Group: Footer },
];

/** Whether a group has something to see: an error, or what a button without scripts has changed. */
function isOpen({ prefixes, steps = [] }: FieldGroup, { errors, step }: AppearanceFieldsetProps) {
  return areWrong(errors, prefixes) || steps.includes(step.split(" ")[0] ?? "");
}

/** All fields of the appearance form. */
export function AppearanceFieldset(form: AppearanceFieldsetProps) {
  const { texts, errors } = form;
  const bound: Omit<GroupProps, keyof AppearanceFieldsetProps> = {
    field: (name) => ({ name, label: appearanceLabels[name], error: errors[name], defaultValue: texts[name] }),
    checkbox: (name) => ({ name, label: appearanceLabels[name], defaultChecked: Boolean(texts[name]) }),
    picture: (name) => ({
      ...{ name, kind: appearancePictures[name], label: appearanceLabels[name] },
      ...{ error: errors[name], value: texts[name] ?? "" },
    }),
  };
  return groups.map((group, index) => (
    <Part key={group.title} title={group.title} fold={index === 0 || isOpen(group, form) ? "open" : "closed"}>
      <div className="grid gap-4">
        <group.Group {...form} {...bound} />
      </div>
    </Part>
  ));
}

function Brand({ picture }: GroupProps) {
  return (
    <>
      <PictureField {...picture("logo")} hint="Shown instead of the shop's name." />
      <PictureField
        {...picture("icon")}
        hint="For browser tabs and home screens, instead of the name's first letter."
      />
    </>
  );
}

function Type({ field }: GroupProps) {
  return (
    <SelectField {...field("typefaces")} hint="For headings, and for text. Visitors load only the files of this pair.">
      <option value="">Warm: Fraunces and Instrument Sans</option>
      {typefacePairs.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function Announcement({ field }: GroupProps) {
  return (
    <>
      <TextField {...field("announcement")} maxLength={160} hint="Above every page. Empty: none." />
      <TextField {...field("announcementLink")} placeholder="/products?filter=onSale" hint="Optional" />
    </>
  );
}

function Footer({ shopName, field, checkbox }: GroupProps) {
  return (
    <>
      <TextAreaField
        {...field("footerReturns")}
        maxLength={250}
        rows={2}
        placeholder="Changed your mind? You have 30 days to return your order."
      />
      <CheckboxField {...checkbox("footerReturnsShown")} />
      <TextField {...field("footerHelp")} maxLength={120} placeholder="Questions? A real person is here 24/7." />
      <CheckboxField {...checkbox("footerHelpShown")} />
      <TextField {...field("footerText")} maxLength={200} placeholder={`© ${shopName}. All rights reserved.`} />
    </>
  );
}
