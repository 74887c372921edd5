import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as v from "valibot";
import { normalizeEmail } from "../values/email-address.ts";

export const passwordSignInPath = "/sign-in/password";

const credentials = v.object({ email: v.string(), password: v.string(), secondFactorAt: v.optional(v.number()) });

/**
 * The accounts library's sign-in with our rule for emails: the library's own endpoint refuses addresses that exist. Any password
 * that doesn't match is only wrong, whatever its length.
 */
export const passwordSignIn = {
  id: "password-sign-in",
  endpoints: {
    signInWithPassword: createAuthEndpoint(passwordSignInPath, { method: "POST", body: credentials }, async (ctx) => {
      const { internalAdapter, options, password: hashing } = ctx.context;
      const { email, password, secondFactorAt } = ctx.body;
      if (!options.emailAndPassword?.enabled) throw new APIError("BAD_REQUEST", { code: "EMAIL_PASSWORD_DISABLED" });
      const found = await internalAdapter.findUserByEmail(normalizeEmail(email), { includeAccounts: true });
      const hash = found?.accounts.find(({ providerId }) => providerId === "credential")?.password;
      // An unknown email takes as long as a wrong password.
      const isRight = hash ? await hashing.verify({ hash, password }) : void (await hashing.hash(password));
      if (!found || !isRight) throw new APIError("UNAUTHORIZED", { code: "INVALID_EMAIL_OR_PASSWORD" });
      const kept = secondFactorAt === undefined ? {} : { secondFactorAt: new Date(secondFactorAt) };
      const session = await internalAdapter.createSession(found.user.id, false, kept);
      await setSessionCookie(ctx, { session, user: found.user });
      return ctx.json({ user: { emailVerified: found.user.emailVerified } });
    }),
  },
} satisfies BetterAuthPlugin;
