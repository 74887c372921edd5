import { saveTaxes } from "#shop/taxes/save-taxes.ts";
import { norwegianRates, rateNumbers, type TaxField, type TaxFields, taxForm } from "#shop/taxes/tax-form.ts";
import { readTaxForm } from "#shop/taxes/taxes.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxField, type ShownForm, TextField } from "../forms/form-fields.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import { Part } from "../screen/screen.tsx";
import { taxLabels } from "../settings/tax-labels.ts";
import { rateRow, shownRows } from "../taxes/rate-rows.ts";
import type { Route } from "./+types/taxes";

const taxes = recordForm({
  keyOf: () => "taxes",
  form: taxForm,
  read: async ({ db }) => ({ saved: await readTaxForm(db) }),
  log: () => ({ kind: "settings", subject: "taxes" }),
  together: [
    ["registered", "registrationNumber"],
    ...rateNumbers.map((number) => [`name${number}`, `percent${number}`, `validFrom${number}`] as const),
  ],
  steps: { norway: withNorwegianRates },
  edit: (shop, _key, fields, edit) => saveTaxes(shop, fields, edit),
  notice: () => "Taxes saved",
  list: "/taxes",
});

export const loader = taxes.load;
export const action = taxes.change;

/** Fills Norway's other rates into the first empty rows. */
function withNorwegianRates(typed: Record<string, string>) {
  const names = rateNumbers.map((number) => typed[`name${number}`] ?? "");
  const missing = norwegianRates.filter(({ name }) => !names.includes(name));
  const empty = rateNumbers.filter((number) => !typed[`name${number}`]);
  const filled = missing.flatMap(({ name, percent, validFrom }, index) => {
    const number = empty[index];
    if (number === undefined) return [];
    return [
      [`name${number}`, name],
      [`percent${number}`, percent],
      [`validFrom${number}`, validFrom],
    ] as const;
  });
  return { ...typed, ...Object.fromEntries(filled) };
}

export default function Taxes(screen: Route.ComponentProps) {
  return (
    <RecordScreen
      {...screen}
      title="Taxes"
      summary="Prices include VAT. Orders keep the rates of the day on which they were placed."
      what="the taxes"
      actions={
        <Button href="/owner/taxes/abroad" look="quiet">
          Sales abroad
        </Button>
      }
      labels={taxLabels}
      layout="max-w-3xl"
      fields={(form) => <TaxFieldset {...form} />}
      buttons={
        <SaveBar>
          <Button name="step" value="save">
            Save
          </Button>
          <Button name="step" value="norway" look="quiet">
            Add Norway's 15, 12 and 0 percent
          </Button>
        </SaveBar>
      }
    />
  );
}

const invoicesHint = "For every paid order, and credit notes for refunds.";

function TaxFieldset({ texts, errors }: ShownForm<TaxFields>) {
  const rows = shownRows(rateNumbers, (number) => texts[`name${number}`] || texts[`percent${number}`]);
  const field = (name: TaxField, label = taxLabels[name]) => ({
    ...{ name, label, defaultValue: texts[name], error: errors[name] },
  });
  return (
    <>
      <Part title="Registration">
        <div className="group/registration grid gap-4 sm:grid-cols-2">
          <CheckboxField
            name="registered"
            label={taxLabels.registered}
            defaultChecked={Boolean(texts.registered)}
            hint="Then cart, receipts and exports show VAT."
            className="sm:col-span-2"
          />
          <TextField {...field("registrationNumber")} placeholder="NO 999 888 777 MVA" />
          <CheckboxField
            name="invoices"
            label={taxLabels.invoices}
            defaultChecked={Boolean(texts.invoices)}
            hint={invoicesHint}
            className="sm:col-span-2 group-has-[[name=registered]:checked]/registration:hidden"
          />
          {/* The choice above stays, for when the registration ends. */}
          <CheckboxField
            name=""
            id="invoices-always"
            label={taxLabels.invoices}
            checked
            readOnly
            disabled
            hint={`${invoicesHint} Always on while you're registered for VAT.`}
            className="hidden sm:col-span-2 group-has-[[name=registered]:checked]/registration:block"
          />
        </div>
      </Part>
      <Part title="Rates">
        <p className="mb-4 text-soft">
          The first one is the standard rate. When a rate changes, add a row with the same name and the first day of the
          new percentage.
        </p>
        <div className="mb-4 grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
          {rows.map((number) => (
            <fieldset key={number} aria-label={`Rate ${number}`} className={rateRow}>
              <TextField {...field(`name${number}`, "Name")} maxLength={40} className="max-sm:col-span-2" />
              <TextField {...field(`percent${number}`, "Percent")} inputMode="decimal" maxLength={8} />
              <TextField {...field(`validFrom${number}`, "Valid from")} type="date" />
            </fieldset>
          ))}
        </div>
      </Part>
    </>
  );
}
