import type { ProgressStep } from "../../orders/views/order-progress.ts";
import { lineColor, look } from "./mail-parts.tsx";

/** So many steps fit side by side on a phone. */
const stepsPerRow = 3;

/** How far an order has come: a bar that is filled up to there, with each step's name and day below its part. */
export function Progress({ steps, accent }: { steps: ProgressStep[]; accent: string }) {
  const rows = Array.from({ length: Math.ceil(steps.length / stepsPerRow) }, (_, row) =>
    steps.slice(row * stepsPerRow, (row + 1) * stepsPerRow),
  );
  return (
    <table role="presentation" width="100%" cellSpacing={0} border={0} cellPadding={0} style={table}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]?.name}>
            {row.map((step) => (
              <Step key={step.name} {...step} accent={accent} />
            ))}
            {row.length < stepsPerRow && <td colSpan={stepsPerRow - row.length} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const table = { width: "100%", margin: "0 0 24px", tableLayout: "fixed" } as const;

/** What is reached has a mark, too, for those who don't see the color. */
function Step({ name, status, day, accent }: ProgressStep & { accent: string }) {
  const { className, style } = look("ink", {
    ...{ padding: "8px 12px 12px 0", textAlign: "left", verticalAlign: "top" },
    borderTop: `4px ${status === "next" ? "dotted" : "solid"} ${status === "later" ? lineColor : accent}`,
  });
  const mark = { done: "✓ ", stopped: "✕ ", next: "", later: "" }[status];
  return (
    <td className={`${className} ${status === "later" ? "line" : "done"}`} style={style}>
      <b style={{ fontWeight: 600 }}>
        {mark}
        {name}
      </b>
      {day && (
        <>
          <br />
          <span {...look("soft")}>{day}</span>
        </>
      )}
    </td>
  );
}
