import { viewerContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/verify-email-status";

/** What the page asks every 2 seconds: whether the signed-in shopper's address is verified by now. */
export function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  return Response.json({ emailVerified: viewer?.emailVerified ?? null }, { headers: { "Cache-Control": "no-store" } });
}
