import { data } from "react-router";
import { NotFound } from "../frame/page-not-found.tsx";
import { notFoundMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/not-found";

export function meta(args: Route.MetaArgs) {
  return notFoundMeta(args);
}

export function loader() {
  return data(null, { status: 404 });
}

export function action() {
  return data(null, { status: 404 });
}

export default function UnknownPage() {
  return <NotFound />;
}
