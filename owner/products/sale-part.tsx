import { correctFields } from "#shop/forms/correct-fields.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

/** The anchor of the sale's form. */
const saleId = "sale";

interface SalePartProps {
  /** A sale that is scheduled or on. */
  sale: { price: string; starts: string | undefined; ends: string | undefined } | undefined;
  /** A form that wasn't saved. */
  refused: { typed: Record<string, string>; errors: FieldErrors } | undefined;
}

/** Schedules a product's sale, or ends it. */
export function SalePart({ sale, refused }: SalePartProps) {
  if (sale) {
    const ends = sale.ends === undefined ? "until you end it" : `until ${sale.ends}`;
    return (
      <Part title="Sale">
        <PostForm step="endSale" className="grid gap-3">
          <p>
            {sale.starts === undefined
              ? `On sale for ${sale.price} ${ends}.`
              : `${sale.price} from ${sale.starts}, ${ends}.`}
          </p>
          <p className="text-sm text-soft">
            The form's Price is the usual price, which returns when the sale ends. During the sale, shoppers see it as
            the former price, as far as the last 30 days allow.
          </p>
          <Button look="quiet" className="justify-self-start">
            {sale.starts === undefined ? "End sale" : "Cancel sale"}
          </Button>
        </PostForm>
      </Part>
    );
  }
  const field = (name: string) => ({ name, defaultValue: refused?.typed[name], error: refused?.errors[name] });
  return (
    <Part title="Schedule a sale" fold={refused ? "open" : "closed"}>
      <form method="post" action={`#${saleId}`} data-unsaved={refused ? "changed" : ""} className="grid gap-3">
        <input type="hidden" name="step" value="sale" />
        {refused && <Alert id={saleId}>{`Not scheduled. ${correctFields(refused.errors)}`}</Alert>}
        <TextField label="Sale price" inputMode="decimal" required maxLength={20} {...field("salePrice")} />
        <TextField
          label="Starts"
          placeholder="2026-11-27 00:00"
          maxLength={20}
          hint="Leave empty to start now"
          {...field("saleStarts")}
        />
        <TextField
          label="Ends"
          placeholder="2026-11-30"
          maxLength={20}
          hint="A day includes all of it. Leave empty to end it yourself."
          {...field("saleEnds")}
        />
        <Button look="quiet" className="justify-self-start">
          Schedule sale
        </Button>
      </form>
    </Part>
  );
}
