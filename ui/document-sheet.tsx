import type { DescribedDocument } from "#shop/documents/describe-document.ts";
import { SumName } from "./sum-name.tsx";

/** An invoice or a credit note below its title. Printed, it fits one A4. */
export function DocumentSheet({ document }: { document: DescribedDocument }) {
  const { seller, buyer, facts, lines, sums, vat, localVat, notes } = document;
  return (
    <div className="tabular-nums">
      <div className="grid gap-x-8 gap-y-5 border-y border-line py-6 sm:grid-cols-3 print:grid-cols-3">
        <Party title="Seller" lines={seller} />
        <Party title="Billed to" lines={buyer} />
        <dl className="min-w-0 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-soft">{name}</dt>
              <dd className="typed-text font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {lines.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <thead className="text-sm text-soft">
              <tr>
                <th scope="col" className="py-2 font-medium">
                  Description
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  Quantity
                </th>
                <th scope="col" className="hidden py-2 pl-4 text-right font-medium sm:table-cell print:table-cell">
                  Price
                </th>
                <th scope="col" className="hidden py-2 pl-4 text-right font-medium sm:table-cell print:table-cell">
                  VAT
                </th>
                <th scope="col" className="py-2 pl-4 text-right font-medium">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ title, variant, quantity, price, vat, amount }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: frozen lines, of which two may be the same
                <tr key={index} className="border-t border-line align-top">
                  <td className="py-2 wrap-anywhere">
                    <bdi>{title}</bdi>
                    {variant && <bdi className="block text-sm text-soft">{variant}</bdi>}
                  </td>
                  <td className="py-2 pl-4 text-right">{quantity}</td>
                  <td className="hidden py-2 pl-4 text-right sm:table-cell print:table-cell">{price}</td>
                  <td className="hidden py-2 pl-4 text-right sm:table-cell print:table-cell">{vat}</td>
                  <td className="py-2 pl-4 text-right">{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <dl className="ml-auto grid max-w-xs break-inside-avoid gap-2 border-t border-line pt-5">
        {sums.map(([name, amount]) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 last:font-display last:text-2xl"
          >
            <dt className="wrap-anywhere">
              <SumName name={name} />
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {vat.length > 0 && <VatTable rows={vat} />}
      {localVat && (
        <>
          <VatTable title={localVat.title} rows={localVat.rows} />
          <p className="mt-2 text-sm text-soft">{localVat.exchangeRate}</p>
        </>
      )}
      {notes.map((note) => (
        <p key={note} dir="auto" className="mt-4 text-sm wrap-anywhere">
          {note}
        </p>
      ))}
    </div>
  );
}

function VatTable({ title, rows }: { title?: string; rows: DescribedDocument["vat"] }) {
  return (
    <div className="overflow-x-auto">
      <table className="mt-10 w-full break-inside-avoid text-sm">
        {title && <caption className="pb-1 text-left font-medium">{title}</caption>}
        <thead className="text-soft">
          <tr>
            {["VAT rate", "Net", "VAT", "Total"].map((name) => (
              <th key={name} scope="col" className="py-2 text-right font-medium first:text-left">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rate, net, vat, gross }) => (
            <tr key={rate} className="border-t border-line">
              <td className="py-2">{rate}</td>
              <td className="py-2 text-right">{net}</td>
              <td className="py-2 text-right">{vat}</td>
              <td className="py-2 text-right">{gross}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Party({ title, lines }: { title: string; lines: string[] }) {
  const [name, ...more] = lines;
  return (
    <div className="min-w-0 text-sm">
      <h2 className="font-sans text-sm font-medium tracking-normal text-soft">{title}</h2>
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p dir="auto" className="typed-text">
        {more.join("\n")}
      </p>
    </div>
  );
}
