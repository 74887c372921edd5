import { decimalProductFields, type ProductField } from "#shop/catalog/fields/product-fields.ts";
import { formFields, type ProductFormValues, productFieldNames } from "#shop/catalog/products/product-form.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { textInWords } from "../changes/moment-text.ts";
import { useRegional } from "../screen/regional.ts";

/** The values of a product that can't be edited. */
export function ProductValues({ texts }: { texts: ProductFormValues }) {
  return (
    <dl className="grid gap-3 pb-6">
      {productFieldNames.map((field) => (
        <div key={field}>
          <dt className="text-sm text-soft">{formFields[field].label}</dt>
          <dd>
            <FieldValue field={field} text={texts[field]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const mostShown = 300;

/** A field's text, shortened. */
export function FieldValue({ field, text }: { field: ProductField; text: string }) {
  const formats = useFormats();
  const regional = useRegional();
  const shown = decimalProductFields.includes(field) ? typedNumber(text, formats) : textInWords(field, text, regional);
  return (
    <span className="typed-text">
      {cutText(shown, mostShown) || "Empty"}
      {shown.length > mostShown && " …"}
    </span>
  );
}
