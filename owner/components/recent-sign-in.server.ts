import { type RouterContextProvider, redirect } from "react-router";
import { shopContext } from "#web/request-context.ts";
import { signInAgainAddress } from "./sign-in-again-address.ts";

/** Milliseconds after which an owner signs in again before what can't be taken back. */
const maxAgeMs = 30 * 60_000;

/** Whether whoever asks has signed in during the last half hour. */
export async function hasSignedInRecently(request: Request, context: Readonly<RouterContextProvider>) {
  const { accounts } = context.get(shopContext);
  const found = await accounts.api.getSession({ headers: request.headers });
  return found !== null && Date.now() - new Date(found.session.createdAt).getTime() < maxAgeMs;
}

/**
 * Has owners who signed in long ago do so again, before what can't be taken back.
 *
 * @param to a screen's address without the basename, where they go on
 * @throws a redirect
 */
export async function requireRecentSignIn(request: Request, context: Readonly<RouterContextProvider>, to: string) {
  if (!(await hasSignedInRecently(request, context))) throw redirect(signInAgainAddress(to));
}
