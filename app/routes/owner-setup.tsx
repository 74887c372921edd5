import { data, Form, redirect, useSearchParams } from "react-router";
import { firstOwnerForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { signInCustomer } from "#shop/accounts/account-requests.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { createFirstOwner, isSetupKey } from "#shop/owners/first-owner.ts";
import { TextField } from "#ui/fields.tsx";
import { nextStep } from "#web/origin.ts";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { NewPasswordFields } from "../accounts/new-password-fields.tsx";
import { requestMetadata } from "../accounts/session.server.ts";
import { NotFound } from "../errors/page-not-found.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { notFoundMeta, pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/owner-setup";

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.isOpen) return notFoundMeta(args);
  return pageMeta(args, { title: "Become the owner", description: "Create the owner's account.", unlisted: true });
}

/** The address that a start without an owner prints. To everybody else it is an unknown one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const isOpen = await isSetupKey(context.get(shopContext), url.searchParams.get("key") ?? "");
  return data({ isOpen }, { status: isOpen ? 200 : 404 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const key = url.searchParams.get("key") ?? "";
  if (!(await isSetupKey(shop, key))) return data(null, { status: 404 });
  const { typed, values, errors } = await readFields(request, firstOwnerForm);
  if (errors) return data({ errors, typed }, 400);
  const metadata = requestMetadata(request, context);
  try {
    await createFirstOwner(shop, { key, ...values }, metadata.address);
    const signedIn = await signInCustomer(shop, values, metadata);
    return redirect(nextStep(signedIn, "owner"), { headers: signedIn.headers });
  } catch (error) {
    return formError(error, typed);
  }
}

export default function OwnerSetup({ loaderData: { isOpen }, actionData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  const answer = actionData ?? undefined;
  const problem = failureMessage(answer);
  const { props, field } = useForm({ id: "first-owner", schema: firstOwnerForm, answer });
  if (!isOpen) return <NotFound />;
  return (
    <FormPage title="Become the owner">
      <p className="mb-6 text-soft">
        This account runs the shop. You sign in with it here, and the setup guide shows what to do next.
      </p>
      {problem && (
        <p role="alert" className="mb-6 text-berry">
          {problem}
        </p>
      )}
      <Form method="post" action={`?${searchParams}`} reloadDocument {...props}>
        <TextField
          {...field("email")}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={textLimit}
        />
        <NewPasswordFields field={field} />
        <SubmitButton>Create account</SubmitButton>
      </Form>
      <p className="mt-8">
        Do you have a backup of this shop?{" "}
        <a href={`/owner/setup/restore?${searchParams}`} className="text-link">
          Restore a backup
        </a>
      </p>
    </FormPage>
  );
}
