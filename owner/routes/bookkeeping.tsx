import { readReturnRows } from "#shop/bookkeeping/one-stop-shop.ts";
import { lastQuarters } from "#shop/bookkeeping/period.ts";
import { readBookkeepingTotals } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { formatRate } from "#shop/taxes/vat.ts";
import { vatKindName, vatSchemes } from "#shop/taxes/vat-kind.ts";
import { compareCountries, nameOf } from "#shop/taxes/vat-notes.ts";
import { dayOf } from "#shop/values/days.ts";
import { formatPrice } from "#shop/values/money.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { withQuery } from "../addresses.ts";
import { readPeriod } from "../bookkeeping/read-period.server.ts";
import { TextField } from "../forms/form-fields.tsx";
import { Alert } from "../screen/alert.tsx";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/bookkeeping";

export async function loader({ url, context }: Route.LoaderArgs) {
  requireOwner(context);
  const { reader, settings, now } = context.get(shopContext);
  const { timeZone, taxes } = settings;
  const { period, problem } = readPeriod(url.searchParams, now(), timeZone);
  const db = await reader();
  const { salesCents, refundsCents, vat } = await readBookkeepingTotals(db, period, {
    timeZone,
    sellerCountry: taxes.abroad?.country,
  });
  const returns = await readReturnRows(db, period, { timeZone, compare: compareCountries });
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
    returns: returns.map(({ scheme, period, corrects, country, basisPoints, netCents, vatCents }) => ({
      key: [scheme, period, corrects, country, basisPoints].join(" "),
      ...{ period, country: nameOf(country), rate: formatRate(basisPoints, settings) },
      scheme: vatSchemes[scheme],
      corrects: corrects ?? "",
      net: money(netCents),
      vat: money(vatCents),
    })),
    vat: vat.map(({ country, vatKind, basisPoints, netCents, vatCents, grossCents }) => ({
      key: [country, vatKind, basisPoints].join(" "),
      country: nameOf(country),
      kind: vatKindName(vatKind),
      isOwn: vatKind === null,
      rate: formatRate(basisPoints, settings),
      net: money(netCents),
      vat: money(vatCents),
      gross: money(grossCents),
    })),
  };
}

export default function Bookkeeping({ loaderData }: Route.ComponentProps) {
  const { period, problem, typed, totals, vat, returns, quarters } = loaderData;
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
      {problem && (
        <Alert>
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
      {hasOtherVat && <Returns {...{ period, returns, quarters }} />}
    </Screen>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/** The period's sales, as its One Stop Shop returns list them. */
function Returns({ period, returns, quarters }: Pick<Loaded, "period" | "returns" | "quarters">) {
  return (
    <Part title="One Stop Shop">
      <p className="mb-4 max-w-3xl text-soft">
        Grouped by return period: a quarter, or a month for imports. Refunds of earlier sales correct their period. Show
        a whole quarter:
      </p>
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-2">
        {quarters.map(({ name, address }) => (
          <a key={name} href={address} className="text-link">
            {name}
          </a>
        ))}
      </p>
      <Table
        caption="One Stop Shop"
        rows={returns}
        keyOf={({ key }) => key}
        empty="No sales by One Stop Shop in this period."
        room="some"
        columns={[
          { name: "Country", isTitle: true, cell: ({ country }) => country },
          { name: "Scheme", cell: ({ scheme }) => scheme },
          { name: "Return", cell: ({ period }) => period },
          { name: "Corrects", cell: ({ corrects }) => corrects },
          { name: "Rate", cell: ({ rate }) => rate },
          { name: "Net", isNumber: true, cell: ({ net }) => net },
          { name: "VAT", isNumber: true, cell: ({ vat }) => vat },
        ]}
      />
      {returns.length > 0 && (
        <div className="mt-4">
          <Button href={withQuery("/owner/one-stop-shop.csv", { ...period })} look="quiet">
            Download One Stop Shop CSV
          </Button>
        </div>
      )}
    </Part>
  );
}
