import { lastQuarters } from "#shop/bookkeeping/period.ts";
import { readBooks } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { textFields } from "#shop/forms/validate.ts";
import { euro, euroRateForm, typeEuroRate } from "#shop/taxes/euro-rates.ts";
import { dayOf } from "#shop/values/days.ts";
import { formatPrice } from "#shop/values/money.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { describeRates, describeReturn } from "../bookkeeping/describe-returns.server.ts";
import { describeVat } from "../bookkeeping/describe-vat.server.ts";
import { LocalVat } from "../bookkeeping/local-vat.tsx";
import { EuroRates, Returns } from "../bookkeeping/one-stop-shop.tsx";
import { readShownPeriod } from "../bookkeeping/read-period.server.ts";
import { TextField } from "../forms/form-fields.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/bookkeeping";

export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { reader, settings, now } = shop;
  const { timeZone, taxes } = settings;
  const db = await reader();
  const { period, problem } = await readShownPeriod(url, db, { now: now(), timeZone });
  const { abroad } = taxes;
  const { salesCents, refundsCents, vat, localVat, lacking, returns } = await readBooks(
    shop,
    db,
    period,
    abroad?.country,
  );
  const money = (cents: number) => formatPrice(cents, settings);
  return {
    period,
    problem,
    typed: { from: url.searchParams.get("from") ?? period.from, to: url.searchParams.get("to") ?? period.to },
    totals: [
      ["Sales", money(salesCents)],
      ["Refunds", money(refundsCents)],
      ["Total", money(salesCents + refundsCents)],
    ] as const,
    quarters: lastQuarters(dayOf(now(), timeZone)).map(({ name, period }) => ({
      name,
      address: withQuery("/owner/bookkeeping", { ...period }),
    })),
    returns: returns.map((row) => describeReturn(row, settings)),
    rates: settings.currency === euro ? [] : describeRates(returns, settings, dayOf(now(), timeZone)),
    vat: vat.map((group) => describeVat(group, settings)),
    localVat: localVat.map(({ currency, ...group }) => ({
      ...describeVat(group, { ...settings, currency }),
      currency,
    })),
    lacking,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const { timeZone, currency } = shop.settings;
  const { day = "", rate = "" } = textFields(await readForm(request));
  const { period } = await readShownPeriod(url, await shop.reader(), { now: shop.now(), timeZone });
  const save = (fields: { day: string; rate: string }) => typeEuroRate(shop, { ...fields, currency }, actor);
  const { rejected } = await saveForm(euroRateForm, { day, rate }, save);
  if (rejected) return rejected;
  await shop.refreshSettings();
  return redirectWithUndo(context, withQuery("/bookkeeping", { ...period }), "Rate saved");
}

export default function Bookkeeping({ loaderData, actionData: rejected }: Route.ComponentProps) {
  const { period, problem, typed, totals, vat, returns, quarters, rates } = loaderData;
  const hasOtherVat = vat.some(({ isOwn }) => !isOwn);
  return (
    <Screen
      title="Bookkeeping"
      summary="Sales and refunds by their own date, both days included. The CSV also lists what else changed your balance at the payment provider, such as fees, payouts and disputes. These totals don't include it."
      actions={
        <>
          <Button href={withQuery("/owner/bookkeeping.csv", { ...period })}>Download CSV</Button>
          <Button href={withQuery("/owner/bookkeeping.csv", { ...period, separator: "semicolon" })} look="quiet">
            CSV for Excel (;)
          </Button>
        </>
      }
    >
      {rejected && <Alert>{`Not saved. ${correctFields(rejected.errors)}`}</Alert>}
      {problem && (
        <Alert id="period-problem">
          <p>{problem}</p>
        </Alert>
      )}
      <form className="mb-8 flex flex-wrap items-end gap-3">
        <TextField label="From" name="from" type="date" required defaultValue={typed.from} />
        <TextField label="To" name="to" type="date" required defaultValue={typed.to} />
        <Button look="quiet">Show</Button>
      </form>
      <Part title="Totals">
        <dl className="grid max-w-sm gap-2 tabular-nums">
          {totals.map(([name, amount]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 last:font-semibold">
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="VAT">
        <Table
          caption="VAT by rate"
          rows={vat}
          keyOf={({ key }) => key}
          empty="No VAT in this period."
          room={hasOtherVat ? "some" : "least"}
          columns={[
            ...(hasOtherVat
              ? [
                  { name: "Country", isTitle: true, cell: ({ country }: (typeof vat)[number]) => country },
                  { name: "Kind", cell: ({ kind }: (typeof vat)[number]) => kind },
                ]
              : []),
            { name: "Rate", isTitle: !hasOtherVat, cell: ({ rate }) => rate },
            { name: "Net", isNumber: true, cell: ({ net }) => net },
            { name: "VAT", isNumber: true, cell: ({ vat }) => vat },
            { name: "Gross", isNumber: true, cell: ({ gross }) => gross },
          ]}
        />
      </Part>
      {(loaderData.localVat.length > 0 || loaderData.lacking.length > 0) && <LocalVat {...loaderData} />}
      {hasOtherVat && <Returns {...{ period, returns, quarters }} />}
      {rates.length > 0 && <EuroRates rates={rates} rejected={rejected} />}
    </Screen>
  );
}
