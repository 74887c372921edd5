import { useMemo } from "react";
import { data, Form, href, redirect, useLocation, useNavigation } from "react-router";
import { signUpForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { signUpCustomer } from "#shop/accounts/account-requests.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { dayOf } from "#shop/values/days.ts";
import { TextField } from "#ui/fields.tsx";
import { Link } from "#ui/link.tsx";
import { parseOrigin, readOrigin, redirectTarget } from "#web/origin.ts";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { AddressFields } from "../accounts/address-fields.tsx";
import { NewPasswordFields } from "../accounts/new-password-fields.tsx";
import { isDocumentRequest, requestMetadata, sendSignedInOn } from "../accounts/session.server.ts";
import { useNextPage } from "../accounts/use-next-page.ts";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { LegalLink } from "../forms/legal-link.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { useMeantEmail } from "../forms/use-meant-email.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { showToast } from "../page/toasts.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/sign-up";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Sign up",
    description: "Create an account to check out and keep your receipts.",
    unlisted: true,
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  sendSignedInOn(request, context);
  // Not today's date, because the page is cached and may stay open for days.
  return { timeZone: context.get(shopContext).settings.timeZone };
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const schema = signUpForm(dayOf(shop.now(), shop.settings.timeZone), shop.settings.countries);
  const { form, typed, values, errors } = await readFields(request, schema);
  if (errors) return data({ errors, typed }, 400);
  const from = parseOrigin(form.from);
  try {
    const headers = await signUpCustomer(shop, values, requestMetadata(request, context), from);
    if (isDocumentRequest(request)) return redirect(redirectTarget(false, from), { headers });
    return data({ signedUp: true }, { headers });
  } catch (error) {
    return formError(error, typed);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerForm("Registration Failed", serverAction);
  if ("signedUp" in answer) {
    const text = "Check your inbox. We've sent you a link to verify your email.";
    showToast({ type: "success", title: "Account Created!", text });
  }
  return answer;
}

export default function SignUp({ actionData, loaderData: { timeZone } }: Route.ComponentProps) {
  const { countries = defaultCountries } = useShop();
  const location = useLocation();
  const navigation = useNavigation();
  const from = readOrigin(location);
  const signedUp = actionData !== undefined && "signedUp" in actionData;
  const { props, field } = useForm({
    id: "sign-up",
    schema: useMemo(() => signUpForm(todayIn(timeZone), countries), [timeZone, countries]),
    answer: actionData,
  });

  const meantEmail = useMeantEmail();

  useNextPage(signedUp ? href("/verify-email") : undefined, from);

  return (
    <FormPage title="Sign up" problem={failureMessage(actionData)} wide>
      {from === "cart" && <p className="-mt-4 mb-6 text-lg">Sign up to check out. Your cart is waiting.</p>}
      <Form method="post" state={from && { from }} {...props} className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        <input type="hidden" name="from" value={from ?? ""} />
        <TextField
          {...field("firstname")}
          label="First name"
          name="firstname"
          autoComplete="given-name"
          maxLength={textLimit}
        />
        <TextField
          {...field("lastname")}
          label="Last name"
          name="lastname"
          autoComplete="family-name"
          maxLength={textLimit}
        />
        <TextField
          {...field("dateOfBirth")}
          label="Date of birth"
          name="dateOfBirth"
          type="date"
          autoComplete="bday"
          className="sm:col-span-2"
        />
        <AddressFields field={field} />
        <TextField
          {...field("email")}
          {...meantEmail}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={textLimit}
          className="sm:col-span-2"
        />
        <NewPasswordFields field={field} />
        <FailureNote answer={actionData} className="mt-2 sm:col-span-2" />
        <LegalLink slug="privacy" before="How we use your data:" className="sm:col-span-2" />
        <SubmitButton
          busy={navigation.formAction?.startsWith("/sign-up") || signedUp}
          className="mt-4 w-full sm:col-span-2"
        >
          Sign up
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        Already have an account?{" "}
        <Link
          to={from ? `${href("/sign-in")}?from=${from}` : href("/sign-in")}
          state={from && { from }}
          className="text-link"
        >
          Sign in
        </Link>
      </p>
    </FormPage>
  );
}

/** Without `Temporal`, which Safari lacks. Swedish dates are YYYY-MM-DD. */
function todayIn(timeZone: string) {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format();
}
