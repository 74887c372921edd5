import type { ReactNode } from "react";
import { useActionData, useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";
import { saidId } from "./alert.tsx";

interface ScreenProps {
  title: string;
  /** Said below the title. */
  summary?: ReactNode;
  /** What leads elsewhere, or does something with all of it; beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One of the owner's screens: what was done before, its heading, and what is on it. */
export function Screen({ title, summary, actions, children }: ScreenProps) {
  return (
    <>
      <title>{title}</title>
      <Notice />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
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

/** Says what was done. The focus is for what is said of this screen's own form, if it was refused. */
function Notice() {
  const notice = useRouteLoaderData<typeof loader>("root")?.notice;
  const isRefused = useActionData() !== undefined;
  return (
    notice && (
      <p
        role="status"
        id={isRefused ? undefined : saidId}
        tabIndex={-1}
        className="mb-6 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3 wrap-break-word"
      >
        {notice}
      </p>
    )
  );
}

/** A part of a screen, under a heading of its own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 border-t border-line py-6">
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
    </section>
  );
}
