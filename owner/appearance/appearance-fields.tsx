import type { ReactNode } from "react";
import { isColor, isReadable, nearestReadable } from "#shop/appearance/accent.ts";
import { type AppearanceField, claimNumbers } from "#shop/appearance/appearance-form.ts";
import { sections } from "#shop/appearance/home-sections.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { PictureField } from "../forms/picture-field.tsx";
import { Part } from "../screen/screen.tsx";
import { appearancePictures } from "./appearance-pictures.ts";
import { type AppearanceFieldsetProps, areWrong, type GroupProps } from "./field-group.ts";
import { HomePage, sectionNames, sectionPrefixes } from "./home-page-fields.tsx";

const standardAccent = "#1e4d40";

/** The fields' labels. */
export const appearanceLabels = {
  logo: "Logo",
  icon: "Icon",
  accent: "Accent color",
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

/** The form's groups, each with the beginnings of its fields' names. One that has an error is open. */
const groups: { title: string; prefixes: string[]; Group: (props: GroupProps) => ReactNode }[] = [
  { title: "Brand", prefixes: ["logo", "icon"], Group: Brand },
  { title: "Colors", prefixes: ["accent"], Group: Colors },
  { title: "Announcement", prefixes: ["announcement"], Group: Announcement },
  { title: "Home page", prefixes: ["section", ...Object.values(sectionPrefixes).flat()], Group: HomePage },
  { title: "Footer", prefixes: ["footer"], Group: Footer },
];

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
  return groups.map(({ title, prefixes, Group }, index) => (
    <Part key={title} title={title} fold={index === 0 || areWrong(errors, prefixes) ? "open" : "closed"}>
      <div className="grid gap-4">
        <Group {...form} {...bound} />
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

function Colors({ texts, field }: GroupProps) {
  return (
    <div>
      <div className="flex items-start gap-2">
        <TextField
          {...field("accent")}
          placeholder={standardAccent}
          maxLength={7}
          hint="For links and buttons. In the dark scheme, a lighter shade of it is used."
          className="grow"
        />
        <input
          type="color"
          hidden
          data-color-of="accent"
          defaultValue={isColor(texts.accent ?? "") ? texts.accent : standardAccent}
          aria-label="Pick the accent color"
          className="mt-6 h-11 w-14 shrink-0 rounded-lg border border-field bg-raised p-1"
        />
      </div>
      <Swatch color={texts.accent ?? ""} />
    </div>
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

/** The color as the shop would show it, and a button that takes the nearest one that can be read. */
function Swatch({ color }: { color: string }) {
  const typed = color.trim().toLowerCase();
  if (!isColor(typed)) return null;
  if (isReadable(typed)) return <ColorSample color={typed} label="This color can be read in both schemes." />;
  const nearest = nearestReadable(typed);
  return (
    <div className="mt-2">
      <ColorSample color={nearest} label={`${nearest} is the nearest that works.`} />
      <Button name="accent" value={nearest} look="quiet" className="mt-2 px-4 text-sm">
        Use {nearest}
      </Button>
    </div>
  );
}

/** Drawn as SVG, because the page's policy allows no inline styles. */
function ColorSample({ color, label }: { color: string; label: string }) {
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-soft">
      <svg width="44" height="24" aria-hidden="true" className="shrink-0 rounded border border-line">
        <rect width="44" height="24" fill={color} />
      </svg>
      {label}
    </p>
  );
}
