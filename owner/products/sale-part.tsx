import { correctFields } from "#shop/forms/correct-fields.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import { saleTimeFields } from "./sale-fields.ts";

/** The anchor of the sale's form. */
const saleId = "sale";

interface ShownSale {
  price: string;
  /** Undefined once it is on. */
  starts: string | undefined;
  ends: string | undefined;
  /** What the form has. */
  typed: Record<string, string>;
}

interface RefusedSale {
  typed: Record<string, string>;
  errors: FieldErrors;
}

interface SalePartProps {
  /** A sale that is scheduled or on. */
  sale: ShownSale | undefined;
  /** A form that wasn't saved. */
  refused: RefusedSale | undefined;
}

/** Schedules a product's sale, changes it or ends it. */
export function SalePart({ sale, refused }: SalePartProps) {
  if (!sale) {
    return (
      <Part title="Schedule a sale" fold={refused ? "open" : "closed"}>
        <SaleForm step="sale" typed={{}} refused={refused} button="Schedule sale" hasStart />
      </Part>
    );
  }
  const isOn = sale.starts === undefined;
  const ends = sale.ends === undefined ? "until you end it" : `until ${sale.ends}`;
  return (
    <>
      <Part title="Sale">
        <PostForm step="endSale" className="grid gap-3">
          <p>{isOn ? `On sale for ${sale.price} ${ends}.` : `${sale.price} from ${sale.starts}, ${ends}.`}</p>
          <p className="text-sm text-soft">
            The form's Price is the usual price, which returns when the sale ends. During the sale, shoppers see it as
            the former price, as far as the last 30 days allow.
          </p>
          <Button look="quiet" className="justify-self-start">
            {isOn ? "End sale" : "Cancel sale"}
          </Button>
        </PostForm>
      </Part>
      <Part title="Change the sale" fold={refused ? "open" : "closed"}>
        <SaleForm step="changeSale" typed={sale.typed} refused={refused} button="Change sale" hasStart={!isOn} />
      </Part>
    </>
  );
}

interface SaleFormProps {
  step: "sale" | "changeSale";
  typed: Record<string, string>;
  refused: RefusedSale | undefined;
  button: string;
  /** Whether it can start later. */
  hasStart: boolean;
}

function SaleForm({ step, typed, refused, button, hasStart }: SaleFormProps) {
  const field = (name: string) => ({
    name,
    defaultValue: refused ? refused.typed[name] : typed[name],
    error: refused?.errors[name],
  });
  return (
    <form method="post" action={`#${saleId}`} data-unsaved={refused ? "changed" : ""} className="grid gap-3">
      <input type="hidden" name="step" value={step} />
      {refused && <Alert id={saleId}>{`Not saved. ${correctFields(refused.errors)}`}</Alert>}
      <TextField label="Sale price" inputMode="decimal" required maxLength={20} {...field("salePrice")} />
      {hasStart && <TextField {...saleTimeFields.starts} {...field("saleStarts")} />}
      <TextField {...saleTimeFields.ends} {...field("saleEnds")} />
      <Button look="quiet" className="justify-self-start">
        {button}
      </Button>
    </form>
  );
}
