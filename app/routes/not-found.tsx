import { data } from "react-router";
import { pageAddress } from "#shop/content/pages.ts";
import { shopContext } from "#web/request-context.ts";
import { NotFound } from "../errors/page-not-found.tsx";
import { notFoundMeta } from "../meta/page-meta.ts";
import { followRedirect, moved } from "../navigation/follow-redirect.server.ts";
import type { Route } from "./+types/not-found";

export function meta(args: Route.MetaArgs) {
  return notFoundMeta(args);
}

/** @throws a redirect if this is an old address, or the short one of an owner's page such as `/terms` */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  await followRedirect(db, url.pathname + url.search);
  const page = settings.pages.find(({ slug }) => url.pathname === `/${slug}`);
  if (page) throw moved(pageAddress(page.slug) + url.search);
  return data(null, { status: 404 });
}

export function action() {
  return data(null, { status: 404 });
}

export default function UnknownPage() {
  return <NotFound />;
}
