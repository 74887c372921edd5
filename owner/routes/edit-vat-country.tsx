import { addCountry, deleteCountry, editCountry } from "#shop/taxes/change-abroad.ts";
import { countryForm, countryRateNumbers, newCountry } from "#shop/taxes/country-form.ts";
import { readCountryRows, toCountryForm } from "#shop/taxes/read-abroad.ts";
import { rateChoices } from "#shop/taxes/taxes.ts";
import { nameOf } from "#shop/taxes/vat-notes.ts";
import { countryOf } from "#shop/values/countries.ts";
import { Button } from "#ui/button.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { DeletePart, RecordScreen } from "../records/record-screen.tsx";
import { CountryFieldset, countryLabels } from "../taxes/country-fields.tsx";
import type { Route } from "./+types/edit-vat-country";

const country = recordForm({
  keyOf: (params) => params.country,
  form: countryForm,
  async read({ db, settings }, key) {
    const ownRates = rateChoices(settings.taxes);
    if (key === undefined) return { ownRates };
    const row = (await readCountryRows(db)).find((candidate) => candidate.country === key);
    return row && { saved: toCountryForm(row), ownRates };
  },
  log: (saved) => ({ kind: "vat", subject: saved.country }),
  together: [
    ["registered", "registrationNumber"],
    ...countryRateNumbers.map((number) => [`rate${number}`, `percent${number}`, `validFrom${number}`] as const),
  ],
  steps: { fill: withKnownRate },
  add: addCountry,
  edit: editCountry,
  remove: (shop, key, actor) => deleteCountry(shop, key, actor).then(() => `VAT of ${nameOf(key)} deleted`),
  notice: (fields, done) => `VAT of ${nameOf(fields.country)} ${done}`,
  list: "/taxes/abroad",
});

export const loader = country.load;
export const action = country.change;

/** Fills in the standard rate that the list of known rates has. */
function withKnownRate(typed: Record<string, string>) {
  const { country: code = "" } = typed;
  return countryOf(code) ? { ...typed, rate1: "", percent1: newCountry(code).percent1 } : typed;
}

export default function VatCountry(screen: Route.ComponentProps) {
  const { saved, ownRates } = screen.loaderData;
  return (
    <RecordScreen
      {...screen}
      title={saved ? `VAT of ${nameOf(saved.country)}` : "Add country"}
      summary="The rates that your products have in this country. Orders keep the rates of the day on which they were placed."
      what="this country"
      labels={countryLabels}
      layout="max-w-3xl"
      fields={(form) => <CountryFieldset {...form} ownRates={ownRates} isNew={!saved} />}
      buttons={
        <SaveBar>
          <Button name="step" value="save">
            Save
          </Button>
          <Button name="step" value="fill" look="quiet">
            Fill in the standard rate
          </Button>
        </SaveBar>
      }
    >
      {saved && <DeletePart what="this country" hint="EU countries then use their standard rate again." />}
    </RecordScreen>
  );
}
