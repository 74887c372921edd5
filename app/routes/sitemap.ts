import { shopContext } from "#web/request-context.ts";
import { sitemap } from "../meta/sitemap-files.server.ts";
import type { Route } from "./+types/sitemap";

export async function loader({ request, context }: Route.LoaderArgs) {
  const part = new URL(request.url).searchParams.get("part");
  const xml = await sitemap(context.get(shopContext), part === null ? undefined : Number(part));
  if (!xml) throw new Response(null, { status: 404 });
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
