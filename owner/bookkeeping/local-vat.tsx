import type { BookkeepingTotals } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { Table } from "#ui/table.tsx";
import { AllowedLink } from "../access/allowed-link.tsx";
import { Part } from "../screen/screen.tsx";
import type { describeVat } from "./describe-vat.server.ts";

const mostListed = 100;

interface LocalVatProps extends Pick<BookkeepingTotals, "lacking"> {
  localVat: (ReturnType<typeof describeVat> & { currency: string })[];
}

/** The period's VAT in the currencies of the countries that it is for, and the documents that don't show it. */
export function LocalVat({ localVat, lacking }: LocalVatProps) {
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
