import type { ReturnStep } from "#shop/orders/views/receipt.ts";

/** What came back of an order, goods and money, the oldest first. */
export function ReturnSteps({ steps }: { steps: ReturnStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Returns and refunds" className="grid gap-y-3 border-b border-line py-6">
      {steps.map(({ name, day, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={index} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{name}</span>
          <span className="text-soft">{day}</span>
          {detail && <span className="text-soft tabular-nums wrap-anywhere">{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
