import { data, redirect } from "react-router";
import { formErrorCode } from "#shop/accounts/account-error.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { signInCustomer } from "#shop/accounts/account-requests.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { clientAddressContext, shopContext } from "#web/request-context.ts";
import { TextField } from "../frame/form-fields.tsx";
import { Screen } from "../frame/screen.tsx";
import type { Route } from "./+types/sign-in-again";

export async function action({ request, context }: Route.ActionArgs) {
  const { password = "" } = textFields(await readForm(request));
  const visitor = { headers: request.headers, address: context.get(clientAddressContext) };
  try {
    const { email } = context.get(ownerContext);
    const { headers } = await signInCustomer(context.get(shopContext), { email, password }, visitor);
    return redirect(screenOf(new URL(request.url).searchParams.get("to")), { headers });
  } catch (error) {
    const code = formErrorCode(error);
    if (!code) throw error;
    return data({ error: accountMessage(code) }, code === "TOO_MANY_REQUESTS" ? 429 : 422);
  }
}

/** Allows only owner screens as targets. @returns a path without the basename */
function screenOf(to: string | null) {
  if (!to?.startsWith("/")) return "/";
  const base = "http://owner.invalid";
  const { origin, pathname, search } = new URL(`/owner${to}`, base);
  const isScreen = origin === base && pathname.startsWith("/owner/") && !/\/\/|\\|%2f|%5c/i.test(pathname);
  return isScreen ? pathname.slice("/owner".length) + search : "/";
}

export default function SignInAgain({ actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Sign in again"
      summary="You signed in more than 30 minutes ago, and the next step can't be undone. Enter your password to continue."
    >
      <form method="post" action="#password" className="grid max-w-sm gap-4">
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={actionData?.error}
        />
        <button type="submit" className="button button-main">
          Sign in
        </button>
      </form>
    </Screen>
  );
}
