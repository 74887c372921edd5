import { lazy, Suspense } from "react";
import { useRouteError } from "react-router";
import type { ErrorPageProps } from "../layout/error-page.tsx";
import { errorText } from "../page/unavailable.ts";

/** Loaded with the end of every page, so that it works without a network. */
const ErrorPage = lazy(() =>
  import("../layout/deferred-page-parts.tsx").then(
    ({ ErrorPage }) => ({ default: ErrorPage }),
    () => ({ default: PlainError }),
  ),
);

function PlainError({ address = location.href }: ErrorPageProps) {
  return (
    <div className="py-16 text-center">
      <h1>{errorText(useRouteError()).title}</h1>
      <a href={address} className="text-link">
        Try again
      </a>
    </div>
  );
}

/** Replaces a page that failed or is unavailable. */
export function ErrorView(props: ErrorPageProps) {
  return (
    <Suspense>
      <ErrorPage {...props} />
    </Suspense>
  );
}
