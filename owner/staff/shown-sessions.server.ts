import type { ListedSession } from "#shop/accounts/sessions.ts";
import type { Shop } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { ShownSession } from "./session-table.tsx";

/** A session in words. */
export function shownSession(
  { signedInAt, usedAt, ...session }: ListedSession,
  settings: Shop["settings"],
): ShownSession {
  return { ...session, used: formatMoment(usedAt, settings), signedIn: formatMoment(signedInAt, settings) };
}
