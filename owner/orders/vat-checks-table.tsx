import type { VatCheck } from "#shop/taxes/check-vat-number.ts";
import { Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";

type ShownCheck = Omit<VatCheck, "checkedAt"> & { when: string };

const answers: Record<VatCheck["answer"], string> = { valid: "Valid", invalid: "Not valid", unavailable: "No answer" };

/** What VIES has answered about an order's VAT number: the evidence for a sale without VAT. */
export function VatChecks({ checks }: { checks: ShownCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <Part title="VAT number checks">
      <Table
        caption="VAT number checks"
        rows={checks}
        keyOf={({ id }) => id}
        room="some"
        empty=""
        columns={[
          { name: "Date", cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span> },
          { name: "VAT number", cell: ({ number }) => number },
          { name: "VIES answered", cell: ({ answer }) => answers[answer] },
          { name: "Consultation", cell: ({ consultation }) => consultation ?? "" },
          {
            name: "Details",
            cell: ({ name, address, problem }) => (
              <span dir="auto" className="typed-text">
                {[name, address, problem].filter(Boolean).join("\n")}
              </span>
            ),
          },
        ]}
      />
    </Part>
  );
}
