import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as v from "valibot";

export const codeSignInPath = "/sign-in/code";

const proof = v.object({ email: v.string(), code: v.string() });

/** @param proof what was typed, and the shop's secret @returns the account's id; undefined when the code doesn't work */
export type RedeemCode = (proof: { email: string; code: string; secret: string }) => Promise<string | undefined>;

/** Signs in by an emailed code. Not the library's plugin: see docs/decisions/0281. */
export function codeSignIn(redeem: RedeemCode) {
  return {
    id: "code-sign-in",
    endpoints: {
      signInWithCode: createAuthEndpoint(codeSignInPath, { method: "POST", body: proof }, async (ctx) => {
        const { internalAdapter, secret } = ctx.context;
        const uid = await redeem({ ...ctx.body, secret });
        const user = uid && (await internalAdapter.findUserById(uid));
        if (!user) throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE" });
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ user: { emailVerified: user.emailVerified } });
      }),
    },
  } satisfies BetterAuthPlugin;
}
