import { Button } from "#ui/button.tsx";
import { withQuery } from "../addresses.ts";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

/** Reads the products of an old shop from its address. */
export function MoveIn() {
  return (
    <Part title="Move in">
      <PostForm step="moveIn" className="grid max-w-xl gap-4">
        <TextField
          label="Address of your old shop"
          name="address"
          inputMode="url"
          autoComplete="off"
          placeholder="https://old.example"
          hint="A Shopify or WooCommerce shop that is still open. You see a preview before anything is imported."
          required
        />
        <Button look="quiet" className="justify-self-start">
          Read products
        </Button>
      </PostForm>
    </Part>
  );
}

/** Stands in for the preview while an old shop is read. */
export function ReadingOldShop({ id, address }: { id: string; address: string }) {
  return (
    <Part title="Reading" id={formMessageId}>
      <p className="wrap-anywhere">Reading the products of {address}. This takes a minute or two.</p>
      <Button href={`/owner${withQuery("/products/import", { reading: id })}`} look="quiet" className="mt-3">
        Refresh
      </Button>
    </Part>
  );
}
