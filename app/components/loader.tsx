import { Spinner } from "./spinner.tsx";

/** Fills the page while it isn't known yet what belongs there. */
export function Loader() {
  return (
    <div role="status" className="noscript:hidden grid min-h-[50vh] place-items-center text-soft">
      <Spinner className="size-8" />
      <span className="sr-only">Loading…</span>
    </div>
  );
}
