import { Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";

interface FailedRefund {
  id: string;
  amount: string;
  outstanding: string;
  reason: string;
  lastError: string | null;
}

/** An order's outstanding failed refunds. */
export function FailedRefunds({ refunds }: { refunds: FailedRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Part title="Failed refunds">
      <p className="mb-4 text-soft">The customer didn't get this money. Refund it again, or close it with a reason.</p>
      <Table
        caption="Failed refunds"
        rows={refunds}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          { name: "Refund", isNumber: true, cell: ({ amount }) => amount },
          { name: "Outstanding", isNumber: true, cell: ({ outstanding }) => outstanding },
          { name: "Reason", cell: ({ reason }) => <span className="typed-text">{reason}</span> },
          { name: "Error", cell: ({ lastError }) => lastError },
        ]}
      />
    </Part>
  );
}

interface PendingRefund {
  id: string;
  amount: string;
  reason: string;
  attempts: number;
  lastError: string | null;
}

/** An order's refunds that the provider hasn't settled yet. */
export function PendingRefunds({ refunds }: { refunds: PendingRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Part title="Pending refunds">
      <Table
        caption="Pending refunds"
        rows={refunds}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          { name: "Amount", isNumber: true, cell: ({ amount }) => amount },
          { name: "Reason", cell: ({ reason }) => <span className="typed-text">{reason}</span> },
          { name: "Attempts", isNumber: true, cell: ({ attempts }) => attempts },
          { name: "Last error", cell: ({ lastError }) => lastError },
        ]}
      />
    </Part>
  );
}
