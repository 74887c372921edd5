import type { ProductStatus } from "#shop/catalog/products/read-any-product.ts";
import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { deleteProductAddress } from "../products-address.ts";

interface StatusFormsProps {
  status: ProductStatus;
  /** An archived product's number. */
  archivedNumber: number | undefined;
}

/** Duplicates a product, and archives, unarchives or deletes it. */
export function StatusForms({ status, archivedNumber }: StatusFormsProps) {
  return (
    <div className="border-t border-line pt-6">
      <StepForm
        step="duplicate"
        label="Duplicate"
        hint="Creates a draft with the same texts, price and pictures. Its stock is 0. Its URL follows its title until you publish it."
      />
      {status === "active" && (
        <StepForm
          step="archive"
          label="Archive"
          hint="Archiving removes the product from lists, search and carts. Its URL, orders and receipts stay."
        />
      )}
      {status === "archived" && (
        <StepForm
          step="unarchive"
          label="Unarchive"
          hint="Unarchiving puts the product back on sale, in lists and in search."
        />
      )}
      {archivedNumber !== undefined && (
        <div className="mb-8">
          <p className="mb-3 text-sm text-soft">
            Deleting removes the product's page, too, and can't be undone. Orders and receipts stay. You're asked first.
          </p>
          <Button href={deleteProductAddress(archivedNumber)} look="quiet">
            Delete for good
          </Button>
        </div>
      )}
      {status === "draft" && (
        <details className="mb-8">
          <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">Delete draft</summary>
          <StepForm step="deleteDraft" label="Delete this draft" hint="Shoppers have never seen this draft." />
        </details>
      )}
    </div>
  );
}

function StepForm({ step, label, hint }: { step: string; label: string; hint: string }) {
  return (
    <PostForm step={step} className="mb-8">
      <p className="mb-3 text-sm text-soft">{hint}</p>
      <Button look="quiet">{label}</Button>
    </PostForm>
  );
}
