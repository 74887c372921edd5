import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as v from "valibot";

export const provenSignInPath = "/sign-in/proven";

const proven = v.object({ uid: v.string(), secondFactorAt: v.number() });

/** Begins a session for an account that a second factor was proved for. Like all of the library's endpoints it isn't public. */
export const provenSignIn = {
  id: "proven-sign-in",
  endpoints: {
    signInProven: createAuthEndpoint(provenSignInPath, { method: "POST", body: proven }, async (ctx) => {
      const { internalAdapter } = ctx.context;
      const { uid, secondFactorAt } = ctx.body;
      const user = await internalAdapter.findUserById(uid);
      if (!user) throw new APIError("UNAUTHORIZED", { code: "USER_NOT_FOUND" });
      const session = await internalAdapter.createSession(uid, false, { secondFactorAt: new Date(secondFactorAt) });
      await setSessionCookie(ctx, { session, user });
      return ctx.json({ user: { emailVerified: user.emailVerified } });
    }),
  },
} satisfies BetterAuthPlugin;
