import { type EuroRow, rateDay, readReturns } from "#shop/bookkeeping/one-stop-shop.ts";
import { lastQuarters } from "#shop/bookkeeping/period.ts";
import { type BookkeepingVat, readBookkeepingTotals } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { storableText } from "#shop/forms/validate.ts";
import { rateSources } from "#shop/taxes/describe-rate.ts";
import { euro, euroRateForm, typeEuroRate } from "#shop/taxes/euro-rates.ts";
import { formatRate } from "#shop/taxes/vat.ts";
import { vatKindName, vatSchemes } from "#shop/taxes/vat-kind.ts";
import { compareCountries, nameOf } from "#shop/taxes/vat-notes.ts";
import { dayOf, formatDay } from "#shop/values/days.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { AllowedLink } from "../access/allowed-link.tsx";
import { withQuery } from "../addresses.ts";
import { readShownPeriod } from "../bookkeeping/read-period.server.ts";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/bookkeeping";

export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { reader, settings, now } = shop;
  const { timeZone, taxes } = settings;
  const db = await reader();
  const { period, problem } = await readShownPeriod(url, db, { now: now(), timeZone });
  const { salesCents, refundsCents, vat, localVat, lacking } = await readBookkeepingTotals(db, period, {
    timeZone,
    sellerCountry: taxes.abroad?.country,
  });
  const returns = await readReturns(shop, db, period, compareCountries);
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
      key: [group.country, group.vatKind, group.basisPoints, currency].join(" "),
    })),
    lacking,
  };
}

function describeVat(
  { country, vatKind, basisPoints, netCents, vatCents, grossCents }: BookkeepingVat,
  formats: Formats,
) {
  return {
    key: [country, vatKind, basisPoints].join(" "),
    country: nameOf(country),
    kind: vatKindName(vatKind),
    isOwn: vatKind === null,
    rate: formatRate(basisPoints, formats),
    net: formatPrice(netCents, formats),
    vat: formatPrice(vatCents, formats),
    gross: formatPrice(grossCents, formats),
  };
}

function describeReturn(
  { scheme, period, corrects, country, basisPoints, netCents, vatCents, euros }: EuroRow,
  formats: Formats,
) {
  const euroFormats = { currency: euro, locale: formats.locale };
  return {
    key: [scheme, period, corrects, country, basisPoints].join(" "),
    ...{ period, country: nameOf(country), rate: formatRate(basisPoints, formats) },
    scheme: vatSchemes[scheme],
    corrects: corrects ?? "",
    ...{ net: formatPrice(netCents, formats), vat: formatPrice(vatCents, formats) },
    netInEuros: euros ? formatPrice(euros.netCents, euroFormats) : "",
    vatInEuros: euros ? formatPrice(euros.vatCents, euroFormats) : "",
  };
}

/** The rates that the returns need, each once. @param today `YYYY-MM-DD` */
function describeRates(returns: EuroRow[], { currency, locale }: Formats, today: string) {
  const byDay = new Map(returns.map((row) => [rateDay(row), row]));
  return [...byDay].toSorted().map(([day, { period, corrects = period, euros }]) => {
    const source = euros && `${rateSources[euros.rate.source]}, ${formatDay(euros.rate.publishedOn, locale)}`;
    return {
      ...{ day, isTyped: euros?.rate.source === "typed", rate: euros?.rate.rate ?? "" },
      label: `${currency} for one euro on ${formatDay(day, locale)}`,
      isPast: day <= today,
      said: euros
        ? `${corrects}: 1 euro is ${typedNumber(euros.rate.rate, { currency, locale })} ${currency} (${source}).`
        : day > today
          ? `${corrects}: the rate of ${formatDay(day, locale)} decides. Until then there are no amounts in euros.`
          : `${corrects}: the European Central Bank's rate couldn't be read. Enter it, or open this page again later.`,
    };
  });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const { timeZone, currency } = shop.settings;
  const form = await readForm(request);
  const [day = "", rate = ""] = ["day", "rate"].map((name) => storableText(String(form.get(name) ?? "")));
  const { period } = await readShownPeriod(url, await shop.reader(), { now: shop.now(), timeZone });
  const save = (fields: { day: string; rate: string }) => typeEuroRate(shop, { ...fields, currency }, actor);
  const { rejected } = await saveForm(euroRateForm, { day, rate }, save);
  if (rejected) return rejected;
  await shop.refreshSettings();
  return redirectWithFlash(context, withQuery("/bookkeeping", { ...period }), "Rate saved");
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
      {rejected && <Alert>Not saved. Please correct the marked field.</Alert>}
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

type Loaded = Route.ComponentProps["loaderData"];

const mostListed = 100;

/** The period's VAT in the currencies of the countries that it is for, and the documents that don't show it. */
function LocalVat({ localVat, lacking }: Pick<Loaded, "localVat" | "lacking">) {
  return (
    <Part title="VAT in other currencies">
      {lacking.length > 0 && (
        <div className="mb-4 max-w-3xl">
          <p>
            These documents were issued before there was an{" "}
            <AllowedLink href="/owner/taxes/rates">exchange rate</AllowedLink> and don't show their VAT in the currency
            of its country. Enter the rate of their day, then press <i>Correct invoice</i> on the order and leave
            everything else as it is.
          </p>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
            {lacking.slice(0, mostListed).map(({ document, orderNumber, currency }) => (
              <li key={document}>
                <a href={`/owner/orders/${orderNumber}`} className="text-link">
                  {document}
                </a>{" "}
                ({currency})
              </li>
            ))}
            {lacking.length > mostListed && <li>and {lacking.length - mostListed} more</li>}
          </ul>
        </div>
      )}
      <Table
        caption="VAT in other currencies"
        rows={localVat}
        keyOf={({ key }) => key}
        empty="No VAT with an exchange rate in this period."
        room="some"
        columns={[
          { name: "Country", isTitle: true, cell: ({ country }) => country },
          { name: "Currency", cell: ({ currency }) => currency },
          { name: "Rate", cell: ({ rate }) => rate },
          { name: "Net", isNumber: true, cell: ({ net }) => net },
          { name: "VAT", isNumber: true, cell: ({ vat }) => vat },
          { name: "Gross", isNumber: true, cell: ({ gross }) => gross },
        ]}
      />
    </Part>
  );
}

/** The period's sales, as its One Stop Shop returns list them. */
function Returns({ period, returns, quarters }: Pick<Loaded, "period" | "returns" | "quarters">) {
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
                  cell: ({ netInEuros }: Loaded["returns"][number]) => netInEuros,
                },
                {
                  name: "VAT in euros",
                  isNumber: true,
                  cell: ({ vatInEuros }: Loaded["returns"][number]) => vatInEuros,
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

/** The rates by which returns are in euros, and fields to type others. */
function EuroRates({ rates, rejected }: Pick<Loaded, "rates"> & { rejected: Route.ComponentProps["actionData"] }) {
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
