import type { ProgressStep } from "#shop/orders/views/order-progress.ts";
import { CheckIcon, CloseIcon } from "#ui/icons.tsx";

/** Said to screen readers; sighted people see it by the marks. */
const spoken = { done: "Done: ", next: "Next: ", later: "Later: ", stopped: "" };

/** An order's way as a line of steps: on phones from top to bottom, elsewhere side by side. */
export function OrderProgress({ steps }: { steps: ProgressStep[] }) {
  return (
    // The receipt's list is that of its items.
    <section aria-label="Order updates" className="order-progress mb-8">
      {steps.map(({ name, status, day, detail, link }) => (
        <div key={name} data-status={status} aria-current={status === "next" ? "step" : undefined}>
          <span className="order-mark">
            {status === "done" && <CheckIcon className="size-4" />}
            {status === "stopped" && <CloseIcon className="size-4" />}
          </span>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">
              {spoken[status] && <span className="sr-only">{spoken[status]}</span>}
              {name}
            </p>
            {day && <p className="text-sm text-soft">{day}</p>}
            {link ? (
              <a href={link} className="text-link text-sm" rel="noreferrer">
                {detail}
              </a>
            ) : (
              detail && <p className="text-sm text-soft tabular-nums">{detail}</p>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
