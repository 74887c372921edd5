import { userContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/verify-email-status";

/** `/verify-email` polls this every 2 seconds. */
export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  return Response.json({ emailVerified: user?.emailVerified ?? null }, { headers: { "Cache-Control": "no-store" } });
}
