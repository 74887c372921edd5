import { data, Form, href, redirectDocument, useSearchParams } from "react-router";
import { staffAccountForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { staffInvitationHours, textLimit } from "#shop/forms/account-fields.ts";
import { acceptInvitation, joinStaff, openInvitation } from "#shop/owners/accept-invitation.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields.tsx";
import { withOrigin } from "#web/origin.ts";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { answerQuestion, isQuestion, isSure } from "../accounts/common-password.server.ts";
import { NewPasswordFields } from "../accounts/new-password-fields.tsx";
import { requestMetadata, userContext } from "../accounts/session.server.ts";
import { useCommonPasswordQuestion } from "../accounts/use-common-password.ts";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { MessagePage } from "../page/message-page.tsx";
import type { Route } from "./+types/staff-invitation";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Invitation",
    description: "Accept an invitation to the back office.",
    unlisted: true,
  });
}

/** The target of the links of invitations. Opening it accepts nothing. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const invitation = await openInvitation(shop, url.searchParams.get("token") ?? "", context.get(userContext));
  return { ...invitation, shopName: shop.settings.shopName };
}

/** Accepts it: as the signed-in customer, or with a new account. Its forms are posted as documents, because the back office is another app. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const token = url.searchParams.get("token") ?? "";
  const user = context.get(userContext);
  const { next } = await openInvitation(shop, token, user);
  if (next === "accept" && user) {
    return (await acceptInvitation(shop, user)) ? redirectDocument("/owner") : data({ isExpired: true }, 422);
  }
  // Pressed twice.
  if (next === "expired" && user?.isOwner) return redirectDocument("/owner");
  if (next !== "join") return data({ isExpired: next === "expired" }, 422);
  const { form, typed, values, errors } = await readFields(request, staffAccountForm);
  if (errors) return data({ errors, typed }, 400);
  try {
    return redirectDocument("/owner", {
      headers: await joinStaff(shop, token, { ...values, isSure: isSure(form) }, requestMetadata(request, context)),
    });
  } catch (error) {
    return isQuestion(error) ? answerQuestion(typed) : formError(error, typed);
  }
}

export default function StaffInvitation({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.next === "expired" || (actionData && "isExpired" in actionData && actionData.isExpired)) {
    return (
      <MessagePage title="This invitation no longer works">
        <p className="text-soft">
          Invitations work once, for {staffInvitationHours} hours, and a newer one replaces them. Ask the shop's owner
          for another.
        </p>
      </MessagePage>
    );
  }
  const { next, email, role, shopName } = loaderData;
  const title = `Join ${shopName}`;
  if (next === "join") return <JoinForm title={title} email={email} role={role} answer={actionData} />;
  return (
    <MessagePage title={title}>
      <p className="text-soft wrap-anywhere">{`${email} is invited to the back office. Role: ${role}`}</p>
      {next === "accept" && (
        <Form method="post" reloadDocument>
          <Button>Accept invitation</Button>
        </Form>
      )}
      {next === "signIn" && <Button to={withOrigin(href("/sign-in"), "invitation")}>Sign in to accept</Button>}
      {next === "signOut" && (
        <>
          <p className="text-soft">
            You are signed in with another email. Sign out, then open the link in the email again.
          </p>
          <Form method="post" action={href("/sign-out")} reloadDocument>
            <Button>Sign out</Button>
          </Form>
        </>
      )}
    </MessagePage>
  );
}

interface JoinFormProps {
  title: string;
  email: string;
  role: string;
  answer: Route.ComponentProps["actionData"];
}

/** For someone without an account. */
function JoinForm({ title, email, role, answer }: JoinFormProps) {
  const [searchParams] = useSearchParams();
  const rejected = answer && !("isExpired" in answer) ? answer : undefined;
  const { props, field } = useForm({ id: "join", schema: staffAccountForm, answer: rejected });
  const question = useCommonPasswordQuestion(rejected);
  const problem = failureMessage(rejected);
  const name = { maxLength: textLimit };
  return (
    <FormPage title={title}>
      <p className="mb-6 text-soft">{`Choose a password for the back office. Role: ${role}`}</p>
      {problem && (
        <p role="alert" className="mb-6 text-berry">
          {problem}
        </p>
      )}
      <Form method="post" action={`?${searchParams}`} reloadDocument {...props}>
        <TextField
          {...{ id: "join-email", field: "email", label: "Email", name: "email", type: "email" }}
          value={email}
          readOnly
          autoComplete="username"
        />
        <TextField {...field("firstname")} {...name} label="First name" name="firstname" autoComplete="given-name" />
        <TextField {...field("lastname")} {...name} label="Last name" name="lastname" autoComplete="family-name" />
        <NewPasswordFields field={field} question={question} />
        <SubmitButton>{question.isAsked ? "Use it anyway" : "Join"}</SubmitButton>
      </Form>
    </FormPage>
  );
}
