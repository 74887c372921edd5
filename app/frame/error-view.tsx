import { lazy, Suspense } from "react";

/** It comes with the end of every page, so that it is there when the network isn't. */
const ErrorPage = lazy(() =>
  import("./page-end.tsx").then(
    ({ ErrorPage }) => ({ default: ErrorPage }),
    () => ({ default: PlainError }),
  ),
);

function PlainError() {
  return (
    <div className="py-16 text-center">
      <h1>Something went wrong</h1>
      <a href={location.href} className="text-link">
        Try again
      </a>
    </div>
  );
}

/** What stands in for a page that broke, or can't be had right now. */
export function ErrorView() {
  return (
    <Suspense>
      <ErrorPage />
    </Suspense>
  );
}
