import type { ReactNode } from "react";
import { isColor, isReadable, nearestReadable } from "#shop/appearance/accent.ts";
import {
  type AppearanceField,
  claimNumbers,
  type AppearanceFields as Fields,
  type Section,
  sections,
} from "#shop/appearance/appearance-form.ts";
import { defaultPromises, defaultStats } from "#shop/appearance/default-claims.ts";
import { standardReturnDays } from "#shop/delivery/delivery.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { PictureKind } from "#shop/pictures/picture-rules.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { PictureField } from "../forms/picture-field.tsx";
import { Part } from "../screen/screen.tsx";
import { appearancePictures } from "./appearance-pictures.ts";

const sectionNames: Record<Section, string> = {
  hero: "Welcome",
  categories: "Shop by category",
  trending: "Trending products",
  features: "Promises",
  stats: "Statistics",
};

const sampleFeatures = [
  { title: "Free shipping", text: "What your delivery settings say" },
  ...defaultPromises(standardReturnDays),
];

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

interface AppearanceFieldsetProps {
  texts: Partial<Fields>;
  errors: FieldErrors;
  shopName: string;
}

/** What a group of fields needs of the form. */
interface GroupProps extends AppearanceFieldsetProps {
  field: (name: AppearanceField) => {
    name: AppearanceField;
    label: string;
    error: string | undefined;
    defaultValue: string | undefined;
  };
  checkbox: (name: AppearanceField) => { name: AppearanceField; label: string; defaultChecked: boolean };
  picture: (name: keyof typeof appearancePictures) => {
    name: string;
    kind: PictureKind;
    label: string;
    error: string | undefined;
    value: string;
  };
}

/** The form's groups, each with the beginnings of its fields' names. One that has an error is open. */
const groups: { title: string; prefixes: string[]; Group: (props: GroupProps) => ReactNode }[] = [
  { title: "Brand", prefixes: ["logo", "icon"], Group: Brand },
  { title: "Colors", prefixes: ["accent"], Group: Colors },
  { title: "Announcement", prefixes: ["announcement"], Group: Announcement },
  { title: "Home page", prefixes: ["hero"], Group: HomePage },
  { title: "Promises", prefixes: ["feature"], Group: Promises },
  { title: "Statistics", prefixes: ["value", "label"], Group: Statistics },
  { title: "Footer", prefixes: ["footer"], Group: Footer },
];

function foldOf(errors: FieldErrors, prefixes: string[]) {
  return Object.keys(errors).some((field) => prefixes.some((prefix) => field.startsWith(prefix))) ? "open" : "closed";
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
  return groups.map(({ title, prefixes, Group }, index) => (
    <Part key={title} title={title} fold={index === 0 ? "open" : foldOf(errors, prefixes)}>
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

function HomePage({ shopName, field, checkbox, picture }: GroupProps) {
  return (
    <>
      <div className="mb-2 grid gap-3">
        {sections.map((section) => (
          <CheckboxField key={section} {...checkbox(`${section}Shown`)} />
        ))}
      </div>
      <TextField {...field("heroBadge")} maxLength={30} placeholder="Best Deals" />
      <CheckboxField {...checkbox("heroBadgeShown")} />
      <TextField {...field("heroTitle")} maxLength={80} placeholder={`Good things, gathered at ${shopName}`} />
      <TextAreaField {...field("heroText")} maxLength={200} rows={2} />
      <TextField {...field("heroButton1")} maxLength={24} placeholder="Shop Now" />
      <TextField {...field("heroLink1")} placeholder="/products" />
      <TextField {...field("heroButton2")} maxLength={24} placeholder="View Deals" />
      <TextField {...field("heroLink2")} placeholder="/products?filter=onSale" />
      <PictureField {...picture("heroPicture")} />
      <CheckboxField {...checkbox("heroPictureShown")} />
      <TextField
        {...field("heroPictureText")}
        maxLength={150}
        hint="What the picture shows, for people who can't see it"
      />
    </>
  );
}

function Promises({ field, checkbox }: GroupProps) {
  return claimNumbers.map((number, index) => (
    <Claim key={number}>
      <TextField {...field(`featureTitle${number}`)} maxLength={40} placeholder={sampleFeatures[index]?.title} />
      <TextField {...field(`featureText${number}`)} maxLength={120} placeholder={sampleFeatures[index]?.text} />
      <CheckboxField {...checkbox(`featureShown${number}`)} />
    </Claim>
  ));
}

function Statistics({ field, checkbox }: GroupProps) {
  return claimNumbers.map((number, index) => (
    <Claim key={number}>
      <TextField {...field(`value${number}`)} maxLength={12} placeholder={defaultStats[index]?.value} />
      <TextField {...field(`label${number}`)} maxLength={30} placeholder={defaultStats[index]?.label} />
      <CheckboxField {...checkbox(`statShown${number}`)} />
    </Claim>
  ));
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

/** The fields of one promise or statistic. */
function Claim({ children }: { children: ReactNode }) {
  return <div className="grid gap-2 not-first:border-t not-first:border-line not-first:pt-4">{children}</div>;
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
