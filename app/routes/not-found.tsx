import { data } from "react-router";
import { NotFound } from "../components/not-found.tsx";
import { pageTitle } from "../page-title.ts";
import type { Route } from "./+types/not-found";

export function meta({ matches }: Route.MetaArgs) {
  return [pageTitle(matches, "Page not found")];
}

export function loader() {
  return data(null, { status: 404 });
}

/** An unknown address can't be posted to either. */
export function action() {
  return data(null, { status: 404 });
}

export default function UnknownPage() {
  return <NotFound />;
}
