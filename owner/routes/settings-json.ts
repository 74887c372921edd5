import { exportSettings } from "#shop/settings-file/settings-file.ts";
import { shopContext } from "#web/request-context.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/settings-json";

/** Everything that owners set up, in the form that the import reads. */
export async function loader({ request, context }: Route.LoaderArgs) {
  startDownload(request);
  const headers = {
    "Content-Type": "application/json",
    "Content-Disposition": 'attachment; filename="settings.json"',
  };
  return new Response(await exportSettings(context.get(shopContext).db), { headers });
}
