import { data, redirect } from "react-router";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { signInCustomer } from "#shop/accounts/account-requests.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { accountRefusal } from "#web/account-refusal.server.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { clientAddressContext, shopContext } from "#web/request-context.ts";
import { type KeptForm, keepForm, keptField, readKeptForm } from "../access/kept-form.ts";
import { signInAgainAddress } from "../addresses.ts";
import { TextField } from "../forms/form-fields.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/sign-in-again";

interface Answer {
  /** The form that waits for the sign-in. */
  kept: KeptForm | undefined;
  error?: string;
  /** Whether the form may be posted now. */
  isSignedIn?: boolean;
}

export function loader({ url }: Route.LoaderArgs) {
  return { to: screenOf(url.searchParams.get("to")) };
}

/** Keeps the form of another screen, or signs in. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (url.searchParams.has("form")) return data<Answer>({ kept: keepForm(form, request.headers) }, 403);
  const kept = readKeptForm(form);
  const { password = "" } = textFields(form);
  const visitor = { headers: request.headers, address: context.get(clientAddressContext) };
  try {
    const { email, secondFactorAt } = context.get(ownerContext);
    const credentials = { email, password, secondFactorAt };
    const { headers, isPending } = await signInCustomer(context.get(shopContext), credentials, visitor);
    // Two-step verification was set up in another browser at this moment, which ends this session.
    if (isPending) return data<Answer>({ kept, error: accountMessage("SIGN_IN_AGAIN") }, 422);
    if (kept) return data<Answer>({ kept, isSignedIn: true }, { headers });
    return redirect(screenOf(url.searchParams.get("to")), { headers });
  } catch (error) {
    const { message, status } = accountRefusal(error);
    return data<Answer>({ kept, error: message }, status);
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

export default function SignInAgain({ loaderData: { to }, actionData }: Route.ComponentProps) {
  const { kept, error, isSignedIn }: Answer = actionData ?? { kept: undefined };
  if (kept && isSignedIn) return <Continue kept={kept} to={to} />;
  return (
    <Screen
      title="Sign in again"
      summary={`You signed in more than 30 minutes ago. Enter your password to continue.${kept ? " Nothing was changed yet, and what you entered is kept." : ""}`}
    >
      <form
        method="post"
        action={`/owner${signInAgainAddress(to)}#password`}
        encType={kept && "multipart/form-data"}
        className="grid max-w-sm gap-4"
      >
        {kept && <input type="hidden" name={keptField} value={JSON.stringify(kept)} />}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          error={error}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Sign in</Button>
          {kept && (
            <Button href={`/owner${to}`} look="quiet">
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Screen>
  );
}

/** Posts the kept form, by itself where scripts run. */
function Continue({ kept: { isMultipart, fields }, to }: { kept: KeptForm; to: string }) {
  return (
    <Screen title="You're signed in" summary="Continue with what you were doing.">
      <form
        method="post"
        action={`/owner${to}#${formMessageId}`}
        encType={isMultipart ? "multipart/form-data" : undefined}
        data-continue
      >
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and never move
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button>Continue</Button>
      </form>
    </Screen>
  );
}
