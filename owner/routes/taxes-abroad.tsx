import { abroadForm } from "#shop/taxes/abroad-form.ts";
import { addEuCountries, saveAbroad } from "#shop/taxes/change-abroad.ts";
import { type CountryFields, countryRateNumbers } from "#shop/taxes/country-form.ts";
import { knownPercentages, knownRatesFrom } from "#shop/taxes/known-rates.ts";
import { type CountryRow, readAbroadForm, readCountryRows, toCountryForm } from "#shop/taxes/read-abroad.ts";
import { foreignVatCurrencies } from "#shop/taxes/vat-currency.ts";
import { compareCountries, nameOf } from "#shop/taxes/vat-notes.ts";
import { formatDay } from "#shop/values/days.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPercent } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import { Alert } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import { abroadFields } from "../taxes/abroad-fields.ts";
import type { Route } from "./+types/taxes-abroad";

const abroad = recordForm({
  keyOf: () => "taxesAbroad",
  form: abroadForm,
  async read({ db, settings }) {
    const saved = await readAbroadForm(db);
    const isIdle = saved.byDestination !== "" && !settings.taxes.isRegistered;
    return {
      saved,
      isIdle,
      isForeign: foreignVatCurrencies(settings.taxes, settings.currency).length > 0,
      countries: describeCountries(await readCountryRows(db), settings),
      listDay: formatDay(knownRatesFrom.dataOf, settings.locale),
    };
  },
  log: () => ({ kind: "settings", subject: "taxes abroad" }),
  together: [
    ["country", "byDestination", "oss"],
    ["iossNumber", "iossMost"],
  ],
  runs: {
    async eu(shop, actor) {
      const count = await addEuCountries(shop, actor);
      return `${count} ${count === 1 ? "country" : "countries"} added`;
    },
  },
  edit: (shop, _key, fields, edit) => saveAbroad(shop, fields, edit),
  notice: () => "Taxes abroad saved",
  list: "/taxes/abroad",
});

function describeCountries(rows: CountryRow[], formats: Formats) {
  return rows
    .map(toCountryForm)
    .map((form) => ({
      ...{ code: form.country, name: nameOf(form.country), rates: describeRates(form, formats) },
      registered: form.registered ? form.registrationNumber || "Yes" : "",
      known: describeDifference(form, formats),
    }))
    .sort((one, other) => compareCountries(one.code, other.code));
}

function describeRates(form: CountryFields, formats: Formats) {
  const all = countryRateNumbers.map((number) => form[`percent${number}`]).filter(Boolean);
  return [...new Set(all)].map((percent) => formatPercent(Number(percent), formats)).join(", ");
}

/** The known rates of a country that has another one. */
function describeDifference(form: CountryFields, formats: Formats) {
  const listed = knownPercentages(form.country);
  if (listed.length === 0) return "";
  const isOther = countryRateNumbers.some((number) => {
    const percent = form[`percent${number}`];
    return percent !== "" && percent !== "0" && !listed.includes(Number(percent));
  });
  return isOther ? listed.map((percent) => formatPercent(percent, formats)).join(", ") : "";
}

export const loader = abroad.load;
export const action = abroad.change;

export default function TaxesAbroad(screen: Route.ComponentProps) {
  const { saved, isIdle, isForeign, countries, listDay } = screen.loaderData;
  const fields = abroadFields(saved.country, useFormats());
  return (
    <RecordScreen
      {...screen}
      title="Sales abroad"
      summary="How orders to other countries are taxed. Placed orders keep the VAT that they were placed with."
      what="the taxes abroad"
      actions={
        <>
          <Button href="/owner/taxes" look="quiet">
            Taxes
          </Button>
          {isForeign && (
            <Button href="/owner/taxes/rates" look="quiet">
              Exchange rates
            </Button>
          )}
        </>
      }
      labels={labelsOf(fields)}
      fields={(form) => (
        <>
          {isIdle && (
            <Alert>
              <p>You aren't registered for VAT on the Taxes screen, so no order has any VAT.</p>
            </Alert>
          )}
          <FieldGrid {...form} fields={fields} />
        </>
      )}
    >
      <Countries countries={countries} listDay={listDay} />
    </RecordScreen>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Countries({ countries, listDay }: Pick<Shown, "countries" | "listDay">) {
  return (
    <Part title="Other countries' VAT">
      <p className="mb-4 max-w-3xl text-soft">
        EU countries without a row use their standard rate from the list of known rates as of {listDay}. Check the rates
        of the countries that you sell to.
      </p>
      <div className="mb-6 flex flex-wrap gap-3">
        <Button href="/owner/taxes/abroad/new">Add country</Button>
        <PostForm step="eu">
          <Button look="quiet">Add the EU's rates</Button>
        </PostForm>
      </div>
      <Table
        caption="Other countries' VAT"
        rows={countries}
        keyOf={({ code }) => code}
        empty="No countries yet."
        room="some"
        columns={[
          {
            name: "Country",
            isTitle: true,
            cell: ({ code, name }) => (
              <a href={`/owner/taxes/abroad/${code}`} className="text-link font-medium wrap-anywhere">
                {name}
              </a>
            ),
          },
          { name: "Rates", cell: ({ rates }) => rates },
          { name: "Registered", cell: ({ registered }) => <span className="wrap-anywhere">{registered}</span> },
          { name: "Known rates, if different", cell: ({ known }) => known },
        ]}
      />
    </Part>
  );
}
