import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import { find } from "../finder/find.server.ts";
import { readSearchText } from "../lists/list-query.server.ts";
import type { Route } from "./+types/find";

/** What the finder shows for the text `q`. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const { role } = context.get(ownerContext);
  return Response.json(await find(context.get(shopContext), role, readSearchText(url.searchParams)));
}
