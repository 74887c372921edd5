import { textFields } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { describeRate } from "#shop/taxes/describe-rate.ts";
import {
  deleteExchangeRate,
  exchangeRateForm,
  findExchangeRate,
  pairsOf,
  readTypedRates,
  typeExchangeRate,
} from "#shop/taxes/exchange-rates.ts";
import { foreignVatCurrencies } from "#shop/taxes/vat-currency.ts";
import { dayOf, formatDay } from "#shop/values/days.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { SelectField, TextField } from "../forms/form-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/exchange-rates";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const { taxes, currency, locale, timeZone } = settings;
  const vatCurrencies = foreignVatCurrencies(taxes, currency);
  const today = dayOf(now(), timeZone);
  return {
    ...{ currency, today },
    pairs: pairsOf(vatCurrencies, currency).map((pair) => ({ value: pair, label: pairLabel(pair) })),
    current: await Promise.all(
      vatCurrencies.map(async (vatCurrency) => {
        const rate = await findExchangeRate(db, taxes, { currency, vatCurrency, day: today });
        return { vatCurrency, rate: rate && describeRate(rate, { from: currency, to: vatCurrency, locale }) };
      }),
    ),
    typed: (await readTypedRates(db)).map(({ base, currency, rate, validFrom }) => ({
      ...{ pair: `${base}/${currency}`, validFrom },
      rate: `1 ${base} = ${typedNumber(rate, { currency, locale })} ${currency}`,
      day: formatDay(validFrom, locale),
    })),
  };
}

/** "NOK for one GBP" */
function pairLabel(pair: string) {
  const [base, currency] = pair.split("/");
  return `${currency} for one ${base}`;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const { step, pair = "", rate = "", validFrom = "" } = textFields(await readForm(request));
  const fields = { pair, rate, validFrom };
  if (step === "delete") {
    await deleteExchangeRate(shop, fields, actor);
    return redirectWithUndo(context, "/taxes/rates", "Rate deleted");
  }
  const { rejected } = await saveForm(exchangeRateForm(await readPairs(shop)), fields, (values) =>
    typeExchangeRate(shop, values, actor),
  );
  return rejected ?? redirectWithUndo(context, "/taxes/rates", "Rate saved");
}

async function readPairs(shop: Shop) {
  await shop.refreshSettings();
  const { taxes, currency } = shop.settings;
  return pairsOf(foreignVatCurrencies(taxes, currency), currency);
}

export default function ExchangeRates({ loaderData, actionData: rejected }: Route.ComponentProps) {
  const { currency, pairs, current, typed } = loaderData;
  return (
    <Screen
      title="Exchange rates"
      summary={`Where you're registered for VAT in a country with another currency than ${currency}, invoices also show their VAT in that currency. They keep the rate of their day.`}
      actions={
        <Button href="/owner/taxes/abroad" look="quiet">
          Sales abroad
        </Button>
      }
    >
      {rejected && <NotSaved {...rejected} what="this rate" labels={{}} />}
      {current.length === 0 ? (
        <p className="mb-8 text-soft">None of your registrations needs a rate.</p>
      ) : (
        <>
          <CurrentRates current={current} />
          <NewRate pairs={pairs} today={loaderData.today} rejected={rejected} />
        </>
      )}
      {typed.length > 0 && <TypedRates typed={typed} />}
    </Screen>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function CurrentRates({ current }: Pick<Loaded, "current">) {
  return (
    <Part title="Today's rates">
      <dl className="grid max-w-3xl gap-3">
        {current.map(({ vatCurrency, rate }) => (
          <div key={vatCurrency} className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
            <dt className="font-medium">VAT in {vatCurrency}</dt>
            <dd className={rate ? undefined : "text-berry"}>
              {rate ?? `No rate yet: new invoices don't show their VAT in ${vatCurrency}.`}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function NewRate({
  pairs,
  today,
  rejected,
}: Pick<Loaded, "pairs" | "today"> & { rejected: Route.ComponentProps["actionData"] }) {
  const field = (name: "pair" | "rate" | "validFrom", initial: string) => ({
    name,
    error: rejected?.errors[name],
    defaultValue: rejected?.typed[name] ?? initial,
    required: true,
  });
  return (
    <Part title="Enter a rate">
      <p className="mb-4 max-w-3xl text-soft">
        A rate counts until a newer one does.
        {pairs.some(({ value }) => value.startsWith("GBP/")) &&
          " For pounds, HMRC publishes rates for each calendar month: enter them as units of your currency for one GBP, valid from the first of the month."}
      </p>
      <PostForm step="save" unsaved={Boolean(rejected)} className="grid max-w-3xl items-start gap-4 sm:grid-cols-3">
        <SelectField label="Rate of" {...field("pair", pairs[0]?.value ?? "")}>
          {pairs.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label="Rate" {...field("rate", "")} inputMode="decimal" maxLength={20} autoComplete="off" />
        <TextField label="Valid from" {...field("validFrom", today)} type="date" />
        <Button className="justify-self-start">Save rate</Button>
      </PostForm>
    </Part>
  );
}

function TypedRates({ typed }: Pick<Loaded, "typed">) {
  return (
    <Part title="Entered rates">
      <Table
        caption="Entered rates"
        rows={typed}
        keyOf={({ pair, validFrom }) => `${pair} ${validFrom}`}
        empty="No rates yet."
        room="least"
        columns={[
          { name: "Rate", isTitle: true, cell: ({ rate }) => rate },
          { name: "Valid from", cell: ({ day }) => day },
          {
            name: "Delete",
            cell: ({ pair, validFrom, rate, day }) => (
              <PostForm step="delete">
                <input type="hidden" name="pair" value={pair} />
                <input type="hidden" name="validFrom" value={validFrom} />
                <Button look="quiet" aria-label={`Delete ${rate} from ${day}`}>
                  Delete
                </Button>
              </PostForm>
            ),
          },
        ]}
      />
    </Part>
  );
}
