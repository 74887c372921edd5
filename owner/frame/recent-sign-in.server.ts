import { type RouterContextProvider, redirect } from "react-router";
import { shopContext } from "#web/request-context.ts";
import { signInAgainAddress } from "./addresses.ts";

/** Irreversible actions require a sign-in this recent. */
const maxAgeMs = 30 * 60_000;

/** Whether the request's session began within the last 30 minutes. */
export async function hasSignedInRecently(request: Request, context: Readonly<RouterContextProvider>) {
  const { accounts } = context.get(shopContext);
  const found = await accounts.api.getSession({ headers: request.headers });
  return found !== null && Date.now() - new Date(found.session.createdAt).getTime() < maxAgeMs;
}

/**
 * Redirects owners who signed in earlier to sign in again.
 *
 * @param to the screen to return to, without the basename
 * @throws a redirect
 */
export async function requireRecentSignIn(request: Request, context: Readonly<RouterContextProvider>, to: string) {
  if (!(await hasSignedInRecently(request, context))) throw redirect(signInAgainAddress(to));
}
