import { data } from "react-router";
import { readChanges } from "#shop/changes/change-log.ts";
import { textFields } from "#shop/forms/validate.ts";
import { saveTaxes } from "#shop/taxes/save-taxes.ts";
import { norwegianRates, rateNumbers, type TaxField, taxForm } from "#shop/taxes/tax-form.ts";
import { readTaxForm } from "#shop/taxes/taxes.ts";
import { formatMoment } from "#shop/values/days.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { CheckboxField, TextField } from "../forms/form-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { type RejectedForm, saveForm } from "../forms/save-form.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import { taxLabels } from "../settings/tax-labels.ts";
import type { Route } from "./+types/taxes";

const shownChanges = 20;

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings } = context.get(shopContext);
  const changes = await readChanges(db, { kind: "settings", subject: "taxes", limit: shownChanges });
  return {
    saved: await readTaxForm(db),
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const typed = textFields(await readForm(request));
  if (typed.step === "norway") return data<RejectedForm>({ typed: withNorwegianRates(typed), errors: {} });
  const { values, rejected } = await saveForm(taxForm, typed, (fields) =>
    saveTaxes(shop, fields, { original: readOriginal(typed), actor }),
  );
  if (!values) return rejected;
  await shop.refreshSettings();
  return redirectWithFlash(context, "/taxes", "Taxes saved");
}

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

/** Empty rows below the filled ones. */
const emptyRows = 2;

export default function TaxesScreen({ loaderData: { saved, changes }, actionData: rejected }: Route.ComponentProps) {
  const texts: Partial<Record<string, string>> = rejected?.typed ?? saved;
  const isRefused = rejected && (rejected.conflict || Object.keys(rejected.errors).length > 0);
  const filled = Math.max(...rateNumbers.filter((number) => texts[`name${number}`] || texts[`percent${number}`]), 1);
  const field = (name: TaxField, label: string) => ({
    name,
    label,
    defaultValue: texts[name],
    error: rejected?.errors[name],
  });
  return (
    <Screen title="Taxes" summary="Prices include VAT. Orders keep the rates of the day on which they were placed.">
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={rejected ? "changed" : ""}
        className="mb-8 max-w-3xl"
      >
        <OriginalValues values={rejected?.conflict ?? saved} />
        {isRefused && <NotSaved what="the taxes" labels={taxLabels} {...rejected} />}
        <Part title="Registration">
          <div className="grid gap-4 sm:grid-cols-2">
            <CheckboxField
              name="registered"
              label={taxLabels.registered}
              defaultChecked={Boolean(texts.registered)}
              hint="Then cart, receipts and exports show VAT."
              className="sm:col-span-2"
            />
            <TextField
              {...field("registrationNumber", taxLabels.registrationNumber)}
              placeholder="NO 999 888 777 MVA"
            />
            <CheckboxField
              name="invoices"
              label={taxLabels.invoices}
              defaultChecked={Boolean(texts.invoices)}
              hint="For every paid order, and credit notes for refunds. Always on while you're registered for VAT."
              className="sm:col-span-2"
            />
          </div>
        </Part>
        <Part title="Rates">
          <p className="mb-4 text-soft">
            The first one is the standard rate. When a rate changes, add a row with the same name and the first day of
            the new percentage.
          </p>
          <div className="mb-4 grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
            {rateNumbers.slice(0, filled + emptyRows).map((number) => (
              <fieldset key={number} aria-label={`Rate ${number}`} className="contents">
                <TextField {...field(`name${number}`, "Name")} maxLength={40} />
                <TextField {...field(`percent${number}`, "Percent")} inputMode="decimal" maxLength={8} />
                <TextField {...field(`validFrom${number}`, "Valid from")} placeholder="2026-01-01" maxLength={10} />
              </fieldset>
            ))}
          </div>
        </Part>
        <div className="flex flex-wrap gap-3">
          <button type="submit" name="step" value="save" className="button button-main">
            Save
          </button>
          <button type="submit" name="step" value="norway" className="button button-quiet">
            Add Norway's 15, 12 and 0 percent
          </button>
        </div>
      </form>
      <Part title="Activity">
        <ChangeTable changes={changes} empty="No changes yet." />
      </Part>
    </Screen>
  );
}
