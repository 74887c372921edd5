import type { ReactNode } from "react";
import { defaultMost } from "#shop/appearance/appearance.ts";
import { claimNumbers } from "#shop/appearance/appearance-form.ts";
import { defaultPromises, defaultStats } from "#shop/appearance/default-claims.ts";
import { type Section, sections } from "#shop/appearance/home-sections.ts";
import { standardReturnDays } from "#shop/delivery/delivery.ts";
import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { markdownHint } from "../forms/markdown-hint.ts";
import { PictureField } from "../forms/picture-field.tsx";
import { areWrong, type GroupProps } from "./field-group.ts";
import { SectionList } from "./section-list.tsx";

export const sectionNames: Record<Section, string> = {
  hero: "Welcome",
  categories: "Shop by category",
  trending: "Trending products",
  features: "Promises",
  stats: "Statistics",
  story: "Picture with story",
  newest: "New products",
  affordable: "Products up to a price",
  text: "Text",
};

/** How the names of a section's fields begin. */
export const sectionPrefixes: Record<Section, string[]> = {
  hero: ["hero"],
  categories: ["categories"],
  trending: ["trending"],
  features: ["feature"],
  stats: ["value", "label"],
  story: ["story"],
  newest: ["newest"],
  affordable: ["affordable"],
  text: ["text"],
};

/** What a section needs to be shown. */
const missing: Record<Section, string> = {
  hero: "",
  categories: "Not shown until the menu has a category",
  trending: "Not shown until there are products",
  features: "Not shown until a promise is",
  stats: "Not shown until a statistic is",
  story: "Not shown until it has a title, text or picture",
  newest: "Not shown until there are products",
  affordable: "Not shown until a product costs so little",
  text: "Not shown until it has a title or text",
};

const sampleFeatures = [
  { title: "Free shipping", text: "What your delivery settings say" },
  ...defaultPromises(standardReturnDays),
];

/** The home page's sections, and what is in them. */
export function HomePage(form: GroupProps) {
  return (
    <SectionList
      names={sectionNames}
      texts={form.texts}
      empty={form.empty}
      missing={missing}
      opened={sections.filter(
        (section) => areWrong(form.errors, sectionPrefixes[section]) || form.step === `add ${section}`,
      )}
      fieldsOf={(section) => {
        const Fields = sectionFields[section];
        return <Fields {...form} />;
      }}
    />
  );
}

function Welcome({ shopName, field, checkbox, picture }: GroupProps) {
  return (
    <>
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
      <TextField {...field("heroPictureText")} maxLength={150} hint={pictureTextHint} />
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

function Story({ field, picture }: GroupProps) {
  return (
    <>
      <TextField {...field("storyTitle")} maxLength={80} />
      <TextAreaField {...field("storyText")} maxLength={1000} rows={5} hint={markdownHint} />
      <PictureField {...picture("storyPicture")} />
      <TextField {...field("storyPictureText")} maxLength={150} hint={pictureTextHint} />
      <TextField {...field("storyButton")} maxLength={24} hint="Empty: no button" />
      <TextField {...field("storyLink")} placeholder="/about" />
    </>
  );
}

function Newest({ field }: GroupProps) {
  return <TextField {...field("newestTitle")} maxLength={40} placeholder="New in" hint="Shows the four newest." />;
}

function Affordable({ field }: GroupProps) {
  return (
    <>
      <TextField {...field("affordableMost")} inputMode="numeric" maxLength={7} placeholder={String(defaultMost)} />
      <TextField
        {...field("affordableTitle")}
        maxLength={40}
        hint="Empty: says the price. Shows the first four at this price or less, and links to all."
      />
    </>
  );
}

function OwnText({ field }: GroupProps) {
  return (
    <>
      <TextField {...field("textTitle")} maxLength={80} />
      <TextAreaField {...field("textText")} maxLength={2000} rows={6} hint={markdownHint} />
    </>
  );
}

const pictureTextHint = "What the picture shows, for people who can't see it";

const sectionFields: Record<Section, (props: GroupProps) => ReactNode> = {
  hero: Welcome,
  categories: () => <p className="text-soft">Shows the categories of the menu.</p>,
  trending: () => <p className="text-soft">Shows the four products with the best ratings.</p>,
  features: Promises,
  stats: Statistics,
  story: Story,
  newest: Newest,
  affordable: Affordable,
  text: OwnText,
};

/** The fields of one promise or statistic. */
function Claim({ children }: { children: ReactNode }) {
  return <div className="grid gap-2 not-first:border-t not-first:border-line not-first:pt-4">{children}</div>;
}
