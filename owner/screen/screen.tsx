import type { ReactNode } from "react";
import { href, Link, useActionData, useRouteLoaderData } from "react-router";
import { ChevronIcon } from "#ui/icons.tsx";
import type { loader } from "../root.tsx";
import { formMessageId } from "./alert.tsx";
import { OrderLink } from "./order-link.tsx";

interface ScreenProps {
  title: string;
  /** Shown below the title. */
  summary?: ReactNode;
  /** Links and buttons for the whole screen, next to the title. */
  actions?: ReactNode;
  /** Whether only the content is printed. */
  printsContentOnly?: boolean;
  children: ReactNode;
}

/** An owner's screen: flash message, heading and content. */
export function Screen({ title, summary, actions, printsContentOnly, children }: ScreenProps) {
  return (
    <>
      <title>{title}</title>
      <FlashMessage />
      <div
        className={`mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 ${printsContentOnly ? "print:hidden" : ""}`}
      >
        <div className="min-w-0">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{title}</h1>
          {summary && <p className="mt-1 text-soft">{summary}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** If a form on this screen was rejected, its error gets the focus instead. */
function FlashMessage() {
  const flashMessage = useRouteLoaderData<typeof loader>("root")?.flashMessage;
  const isRefused = useActionData() !== undefined;
  return (
    flashMessage && (
      <div className="mb-6 flex flex-wrap gap-x-2 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3 outline-offset-2 outline-spruce has-[[role=status]:focus-visible]:outline-2">
        <p
          role="status"
          id={isRefused ? undefined : formMessageId}
          tabIndex={-1}
          className="min-w-0 wrap-break-word outline-none"
        >
          <WithOrderLink {...flashMessage} />
        </p>
        {flashMessage.undo && (
          <Link to={href("/log/:changeId", { changeId: String(flashMessage.undo) })} className="text-link">
            Undo
          </Link>
        )}
        {flashMessage.toLog && (
          <Link to={href("/log")} className="text-link">
            Activity log
          </Link>
        )}
      </div>
    )
  );
}

/** A message, with a link where it names its order. */
function WithOrderLink({ text, orderNumber }: { text: string; orderNumber: string | undefined }) {
  const [before, ...after] = orderNumber ? text.split(orderNumber) : [text];
  if (!orderNumber || after.length === 0) return text;
  return (
    <>
      {before}
      <OrderLink orderNumber={orderNumber} />
      {after.join(orderNumber)}
    </>
  );
}

interface PartProps {
  title: string;
  /** Makes it the answer that a form leads to, with the focus. */
  id?: string | undefined;
  /** Whether only the title is shown until it is pressed, and how it begins. */
  fold?: "open" | "closed" | false | undefined;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Part({ title, id, fold, children }: PartProps) {
  if (fold) {
    return (
      <section aria-label={title} className="border-t border-line">
        <details open={fold === "open"} className="group pb-1">
          <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3">
            <h2 className="text-lg">{title}</h2>
            <ChevronIcon className="size-4 shrink-0 text-soft group-open:rotate-180" />
          </summary>
          <div className="pt-1 pb-5">{children}</div>
        </details>
      </section>
    );
  }
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={title}
      className="min-w-0 border-t border-line py-6 outline-none"
    >
      <h2 className="mb-4 w-fit max-w-full rounded text-xl outline-offset-4 outline-spruce in-[section:focus-visible]:outline-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
