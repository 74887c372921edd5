import { hasSecondFactor } from "../accounts/second-factor.ts";
import type { Shop } from "../shop.ts";

/**
 * What someone with a role must do before the back office opens to their session, if the shop requires a second step of its staff: prove their second factor, or
 * set one up. The latter is also for people whose second factor was removed after they signed in. See docs/decisions/0340.
 *
 * @param session.secondFactorAt when a second factor began it: milliseconds since 1970 (UTC)
 * @returns undefined where nothing is missing
 */
export async function missingSecondStep(
  { db, settings }: Pick<Shop, "db" | "settings">,
  session: { uid: string; secondFactorAt: number | undefined },
) {
  if (!settings.staffSecondStep) return undefined;
  if (!(await hasSecondFactor(db, session.uid))) return "setUp";
  return session.secondFactorAt === undefined ? "prove" : undefined;
}
