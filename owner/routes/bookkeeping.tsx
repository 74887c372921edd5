import { readBookkeepingTotals } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { formatRate } from "#shop/taxes/vat.ts";
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
  const { timeZone } = settings;
  const { period, problem } = readPeriod(url.searchParams, now(), timeZone);
  const { salesCents, refundsCents, vat } = await readBookkeepingTotals(await reader(), period, timeZone);
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
    vat: vat.map(({ basisPoints, netCents, vatCents, grossCents }) => ({
      rate: formatRate(basisPoints, settings),
      net: money(netCents),
      vat: money(vatCents),
      gross: money(grossCents),
    })),
  };
}

export default function Bookkeeping({ loaderData: { period, problem, typed, totals, vat } }: Route.ComponentProps) {
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
          keyOf={({ rate }) => rate}
          empty="No VAT in this period."
          room="least"
          columns={[
            { name: "Rate", isTitle: true, cell: ({ rate }) => rate },
            { name: "Net", isNumber: true, cell: ({ net }) => net },
            { name: "VAT", isNumber: true, cell: ({ vat }) => vat },
            { name: "Gross", isNumber: true, cell: ({ gross }) => gross },
          ]}
        />
      </Part>
    </Screen>
  );
}
