import type { Period } from "#shop/bookkeeping/period.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { withQuery } from "../addresses.ts";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import type { RejectedForm } from "../forms/save-form.server.ts";
import { Part } from "../screen/screen.tsx";
import type { describeRates, describeReturn } from "./describe-returns.server.ts";

type ShownReturn = ReturnType<typeof describeReturn>;

interface ReturnsProps {
  period: Period;
  returns: ShownReturn[];
  /** The latest quarters, each with the address that shows it. */
  quarters: { name: string; address: string }[];
}

/** The period's sales, as its One Stop Shop returns list them. */
export function Returns({ period, returns, quarters }: ReturnsProps) {
  const hasEuros = returns.some(({ netInEuros }) => netInEuros !== "");
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
        room={hasEuros ? "much" : "some"}
        columns={[
          { name: "Country", isTitle: true, cell: ({ country }) => country },
          { name: "Scheme", cell: ({ scheme }) => scheme },
          { name: "Return", cell: ({ period }) => period },
          { name: "Corrects", cell: ({ corrects }) => corrects },
          { name: "Rate", cell: ({ rate }) => rate },
          { name: "Net", isNumber: true, cell: ({ net }) => net },
          { name: "VAT", isNumber: true, cell: ({ vat }) => vat },
          ...(hasEuros
            ? [
                {
                  name: "Net in euros",
                  isNumber: true,
                  cell: ({ netInEuros }: ShownReturn) => netInEuros,
                },
                {
                  name: "VAT in euros",
                  isNumber: true,
                  cell: ({ vatInEuros }: ShownReturn) => vatInEuros,
                },
              ]
            : []),
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

interface EuroRatesProps {
  rates: ReturnType<typeof describeRates>;
  rejected: RejectedForm<{ day: string; rate: string }> | undefined;
}

/** The rates by which returns are in euros, and fields to type others. */
export function EuroRates({ rates, rejected }: EuroRatesProps) {
  return (
    <Part title="Rates of the euro">
      <p className="mb-4 max-w-3xl text-soft">
        Returns are in euros, by the European Central Bank's rate of the period's last day, or of the next day on which
        it published any. A rate that you enter counts instead; leave the field empty for the bank's.
      </p>
      <ul className="grid max-w-3xl gap-6">
        {rates.map(({ day, label, said, isPast, isTyped, rate }) => {
          const isRejected = rejected?.typed.day === day;
          return (
            <li key={day}>
              <p className={isPast ? "mb-2" : undefined}>{said}</p>
              {isPast && (
                <PostForm step="rate" unsaved={isRejected} className="flex flex-wrap items-end gap-3">
                  <input type="hidden" name="day" value={day} />
                  <TextField
                    label={label}
                    name="rate"
                    id={`rate-${day}`}
                    inputMode="decimal"
                    maxLength={20}
                    autoComplete="off"
                    defaultValue={isRejected ? rejected.typed.rate : isTyped ? rate : ""}
                    {...(isRejected && rejected.errors.rate !== undefined && { error: rejected.errors.rate })}
                  />
                  <Button look="quiet">Save rate</Button>
                </PostForm>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
