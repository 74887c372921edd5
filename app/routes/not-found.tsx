import { data } from "react-router";
import { shopContext } from "#web/request-context.ts";
import { followRedirect } from "../frame/follow-redirect.server.ts";
import { NotFound } from "../frame/page-not-found.tsx";
import { notFoundMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/not-found";

export function meta(args: Route.MetaArgs) {
  return notFoundMeta(args);
}

/** @throws a redirect if this is an old address */
export async function loader({ url, context }: Route.LoaderArgs) {
  await followRedirect(context.get(shopContext).db, url);
  return data(null, { status: 404 });
}

export function action() {
  return data(null, { status: 404 });
}

export default function UnknownPage() {
  return <NotFound />;
}
