import { type LoaderFunctionArgs, redirect } from "react-router";
import { isRecentSignIn } from "#shop/accounts/prove-identity.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { signInAgainAddress, withoutBasename } from "../addresses.ts";
import { decideDownload, decideForm } from "./acts.ts";

/** Bytes. `server/http/owner-screens.ts` takes somewhat longer ones. */
const largestKeptForm = 3 * settingsFileLimit;

/**
 * Asks for the password again before an act that a stolen or forgotten session must not do: `acts.ts` lists them. A form waits on that screen.
 *
 * @throws a redirect, with the basename: the router adds it only for loaders and actions
 */
export async function requireRecentSignIn({ request, url, context, ...matched }: LoaderFunctionArgs) {
  const { now } = context.get(shopContext);
  if (isRecentSignIn(context.get(ownerContext).signedInAt, now())) return;
  const pattern = matched.pattern.replace(/^\/?/, "/");
  const to = withoutBasename(url.pathname) + url.search;
  if (request.method === "GET" || request.method === "HEAD") {
    if (decideDownload(pattern, url.searchParams) !== "ordinary") throw redirect(`/owner${signInAgainAddress(to)}`);
    return;
  }
  const form = () => readForm(request.clone());
  if ((await decideForm(pattern, { request, url, form })) === "ordinary") return;
  // Files of gigabytes aren't kept: the owner chooses them again.
  if (Number(request.headers.get("content-length") ?? 0) > largestKeptForm)
    throw redirect(`/owner${signInAgainAddress(to)}`, 303);
  // The browser posts the form once more, to the screen that keeps it.
  throw redirect(`/owner${signInAgainAddress(to, { hasForm: true })}`, 307);
}
