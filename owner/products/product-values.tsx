import { formFields, type ProductFormValues, productFieldNames } from "#shop/catalog/products/product-form.ts";
import { cutText } from "#shop/text/cut-text.ts";

/** The values of a product that can't be edited. */
export function ProductValues({ texts }: { texts: ProductFormValues }) {
  return (
    <dl className="grid gap-3 pb-6">
      {productFieldNames.map((field) => (
        <div key={field}>
          <dt className="text-sm text-soft">{formFields[field].label}</dt>
          <dd>
            <FieldValue text={texts[field]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const mostShown = 300;

/** A field's text, shortened. */
export function FieldValue({ text }: { text: string }) {
  return (
    <span className="typed-text">
      {cutText(text, mostShown) || "Empty"}
      {text.length > mostShown && " …"}
    </span>
  );
}
