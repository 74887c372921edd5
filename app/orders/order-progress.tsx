import type { ReceiptStep } from "#shop/orders/views/receipt.ts";

/** An order's updates since it was paid, the oldest first. */
export function OrderProgress({ steps }: { steps: ReceiptStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Order updates" className="grid gap-y-3 border-b border-line py-6">
      {steps.map(({ name, day, detail, link }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={index} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{name}</span>
          <span className="text-soft">{day}</span>
          {link ? (
            <a href={link} className="text-link wrap-anywhere" rel="noreferrer">
              {detail}
            </a>
          ) : (
            detail && <span className="text-soft tabular-nums wrap-anywhere">{detail}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
