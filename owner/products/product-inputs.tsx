import type { ReactNode } from "react";
import { categoryText } from "#shop/catalog/categories/typed-category.ts";
import { contentUnits } from "#shop/catalog/fields/field-rules.ts";
import {
  formFields,
  freePriceQuestion,
  furtherFields,
  type ProductFormValues,
} from "#shop/catalog/products/product-form.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { hasCheckDigit } from "#shop/values/gtin.ts";
import { useFormats } from "#ui/formats.ts";
import { CheckboxField, SelectField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { markdownHint } from "../forms/markdown-hint.ts";
import type { OfferedLabels } from "./offered-labels.ts";
import { OptionFields } from "./option-fields.tsx";
import { isMoment, momentError, momentText } from "./typed-moments.ts";

interface ProductFieldsProps {
  texts: ProductFormValues;
  errors: FieldErrors;
  offered: OfferedLabels;
  /** Where the product is without an address of its own; undefined before it is published. */
  idAddress?: string | undefined;
  /** The shop's, in which moments are shown and typed. */
  timeZone: string;
  /** The other variants of its group, and ways to them or to make some. */
  variants?: ReactNode;
  /** Takes the options of a product that is new, in place of one value of each. */
  options?: ReactNode;
  /** Whether these are unfolded. */
  opensOptions?: boolean;
  /** Takes the pictures of a product that is new. */
  pictures?: ReactNode;
}

type Describe = (name: keyof ProductFormValues) => {
  name: keyof ProductFormValues;
  label: string;
  maxLength: number;
  defaultValue: string;
  error?: string;
};

/** The fields of the product form, in sections. Those that few products need are folded while they are empty. */
export function ProductFields({ texts, errors, offered, idAddress, timeZone, ...parts }: ProductFieldsProps) {
  const { pictures, variants, options, opensOptions } = parts;
  const field: Describe = (name) => ({
    name,
    label: formFields[name].label,
    maxLength: Math.max(formFields[name].limit, texts[name].length),
    defaultValue: isMoment(name) ? momentText(texts[name], timeZone) : texts[name],
    ...(errors[name] !== undefined && {
      error: isMoment(name) ? momentError(name, texts[name], errors[name]) : errors[name],
    }),
  });
  const foldOf = (...names: (keyof ProductFormValues)[]) =>
    names.some((name) => texts[name] || errors[name]) ? "open" : "closed";
  return (
    <div>
      <div className="grid gap-4 pb-6">
        <TextField {...field("title")} required />
        {idAddress && (
          <TextField
            {...field("address")}
            autoCapitalize="none"
            spellCheck={false}
            hint={`The end of its URL, after /products/. Leave it empty for ${idAddress}. Old links keep working.`}
          />
        )}
        <TextAreaField {...field("description")} rows={6} hint={markdownHint} />
        {pictures}
      </div>
      <FormSection title="Pricing">
        <PriceFields field={field} isAskedFree={errors.price === freePriceQuestion} />
        <VatRate texts={texts} rates={offered.vatRate} error={errors.vatRate} />
        <ContentFields field={field} />
      </FormSection>
      <FormSection title="Inventory">
        <TextField {...field("stock")} required hint="Quantity (10) or adjustment (+5, -2)" />
        <TextField {...field("minimumOrder")} inputMode="numeric" hint="Units" />
        <TextField {...field("sku")} hint="Your own code for it" autoCapitalize="none" spellCheck={false} />
        <TextField {...field("gtin")} inputMode="numeric" hint={<GtinHint gtin={texts.gtin} />} />
      </FormSection>
      <FormSection title="Organization">
        <LabelFields field={field} offered={offered} category={texts.category} />
      </FormSection>
      <FormSection title="Variants" fold={opensOptions ? "open" : foldOf("group", "options")}>
        <TextField
          {...field("group")}
          className="sm:col-span-2"
          hint="Any word. Products with the same one are variants of each other: lists show one of them, and shoppers choose on its page."
        />
        {options ?? <OptionFields text={texts.options} error={errors.options} />}
        {variants}
      </FormSection>
      <FormSection title="Shipping" fold={foldOf("weightGrams")}>
        <TextField {...field("weightGrams")} inputMode="decimal" hint="With its packaging" />
      </FormSection>
      <FormSection title="Schedule" fold={foldOf("publishAt", "unpublishAt")}>
        <TextField
          {...field("publishAt")}
          placeholder="2026-12-01 09:00"
          hint={`Until then only you see it. A time in ${timeZone}.`}
        />
        <TextField {...field("unpublishAt")} placeholder="2026-12-24 18:00" hint="From then on it is archived." />
      </FormSection>
      <SafetyFields field={field} fold={foldOf(...safetyFields)} />
      <FormSection title="Search engines" fold={foldOf("seoTitle", "seoDescription")}>
        <TextField
          {...field("seoTitle")}
          className="sm:col-span-2"
          hint="About 60 characters. Leave it empty for the product's own title."
        />
        <TextAreaField
          {...field("seoDescription")}
          rows={3}
          className="sm:col-span-2"
          hint="About 160 characters. Leave it empty for the beginning of the description."
        />
      </FormSection>
      {furtherFields.length > 0 && (
        <FormSection title="More" fold={foldOf(...furtherFields)}>
          {furtherFields.map((name) => (
            <TextField key={name} {...field(name)} />
          ))}
        </FormSection>
      )}
      <FormSection title="Advanced: picture URLs" fold={errors.thumbnail || errors.images ? "open" : "closed"}>
        <TextField {...field("thumbnail")} hint="Picture URL, shown in product lists" className="sm:col-span-2" />
        <TextAreaField
          {...field("images")}
          rows={3}
          hint="Picture URLs, one per line, in display order"
          className="sm:col-span-2"
        />
      </FormSection>
    </div>
  );
}

const safetyFields = [
  "manufacturer",
  "manufacturerAddress",
  "manufacturerContact",
  "responsiblePerson",
  "safetyWarnings",
] as const;

/** What the product's page has to say by Regulation (EU) 2023/988. */
function SafetyFields({ field, fold }: { field: Describe; fold: "open" | "closed" }) {
  return (
    <FormSection title="Safety and manufacturer" fold={fold}>
      <TextField {...field("manufacturer")} hint="Its name or trademark" />
      <TextField {...field("manufacturerContact")} autoCapitalize="none" />
      <TextAreaField {...field("manufacturerAddress")} rows={3} />
      <TextAreaField
        {...field("responsiblePerson")}
        rows={3}
        hint="Name, postal and electronic address, if the manufacturer isn't in the EU"
      />
      <TextAreaField
        {...field("safetyWarnings")}
        rows={4}
        className="sm:col-span-2"
        hint="In the language of your customers. The EU wants all of this on the page of every product that isn't food or medicine."
      />
    </FormSection>
  );
}

function PriceFields({ field, isAskedFree }: { field: Describe; isAskedFree: boolean }) {
  return (
    <>
      <div className="grid content-start gap-2">
        <TextField {...field("price")} inputMode="decimal" required hint={`In ${useFormats().currency}`} />
        {isAskedFree && <CheckboxField label="Sell this product for 0" name="isFree" />}
      </div>
      <TextField
        {...field("compareAtPrice")}
        inputMode="decimal"
        hint="The regular price, struck through beside a lower price. Shoppers see the lowest price of the 30 days before the reduction, as European law asks."
      />
      <TextField
        {...field("discount")}
        inputMode="decimal"
        hint="A label in percent that imported catalogs bring. It doesn't change the price. To lower a price, set a compare-at price or a sale."
      />
    </>
  );
}

/** What the price per kilogram, liter or piece follows from. */
function ContentFields({ field }: { field: Describe }) {
  const { maxLength: _, ...unit } = field("contentUnit");
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] content-start gap-3">
      <TextField
        {...field("contentAmount")}
        inputMode="decimal"
        hint="Shoppers then see the price per kilogram, liter, meter or piece."
      />
      <SelectField {...unit}>
        <option value="">None</option>
        {contentUnits.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

interface LabelFieldsProps {
  field: Describe;
  offered: OfferedLabels;
  category: string;
}

function LabelFields({ field, offered, category }: LabelFieldsProps) {
  return (
    <>
      <TextField {...field("brand")} />
      <TextField
        {...field("category")}
        defaultValue={categoryText(offered.category, category)}
        list="categories"
        required
        hint="Choose one, or type a new name to create a category"
      />
      <datalist id="categories">
        {offered.category.map(({ slug, name }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
      <TextField {...field("tags")} hint={tagsHint(offered.tag)} className="sm:col-span-2" />
    </>
  );
}

/** A barcode with a mistyped digit is saved, since some suppliers' own are wrong. */
function GtinHint({ gtin }: { gtin: string }) {
  if (!gtin || hasCheckDigit(gtin)) return "The number below its barcode: EAN or UPC";
  return <span className="text-berry">Its last digit doesn't fit the others. Is one of them mistyped?</span>;
}

interface VatRateProps {
  texts: Pick<ProductFormValues, "vatRate">;
  rates: OfferedLabels["vatRate"];
  error: string | undefined;
}

/** The first rate is the standard one, of products that name none. */
function VatRate({ texts: { vatRate }, rates: [standard, ...others], error }: VatRateProps) {
  if (!standard) return null;
  const isStandard = vatRate === standard.slug;
  return (
    <SelectField
      name="vatRate"
      label={formFields.vatRate.label}
      defaultValue={isStandard ? "" : vatRate}
      {...(error !== undefined && { error })}
    >
      <option value="">{standard.name}</option>
      {others.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const mostTagsTold = 12;

/** Names the tags that are filters of the shop. */
function tagsHint(tags: OfferedLabels["tag"]) {
  if (tags.length === 0) return "Comma-separated";
  const told = tags.slice(0, mostTagsTold).map(({ slug }) => slug);
  return `Comma-separated. Filters: ${told.join(", ")}${tags.length > mostTagsTold ? " …" : ""}`;
}
