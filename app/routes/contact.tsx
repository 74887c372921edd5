import { useEffect, useRef, useState } from "react";
import { data, Form, Link, useNavigate, useNavigation } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { countAttempt } from "#shop/accounts/attempts.ts";
import {
  contactForm,
  messageLimit,
  orderNumberLengths,
  phoneNumberLength,
  subjectLimit,
} from "#shop/contact/contact-form.ts";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { textFields, validate } from "#shop/validate.ts";
import { FormPage } from "../components/form-page.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { TextAreaField, TextField } from "../forms/fields.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { readForm } from "../posted-form.server.ts";
import { refusal } from "../refusal.server.ts";
import { visitorOf } from "../session.server.ts";
import type { Route } from "./+types/contact";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Contact",
    description: "Ask about an order, a product or anything else. We answer within a day, most often within the hour.",
  });
}

export { sharedPageHeaders as headers } from "#server/shared-page.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const { db, now } = context.get(shopContext);
  const { values, errors } = validate(contactForm, textFields(await readForm(request)));
  if (errors) return data({ errors }, 400);
  try {
    await countAttempt(db, [{ limit: "contactByAddress", by: visitorOf(request, context).address }], now());
    await saveContactMessage(db, values, now());
    return { sent: true };
  } catch (error) {
    return refusal(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction?.startsWith("/contact");
  const [typed, setTyped] = useState(0);
  const sent = actionData !== undefined && "sent" in actionData;
  const { props, field } = useForm({
    id: "contact",
    schema: contactForm,
    sent: actionData && "errors" in actionData ? actionData.errors : undefined,
  });
  const form = props.ref;

  useEffect(() => {
    const text = failureMessage(actionData);
    if (text) showToast({ type: "error", title: "Message not sent", text });
  }, [actionData]);

  useEffect(() => {
    if (!sent) return;
    form.current?.reset();
    setTyped(0);
  }, [sent, form]);

  return (
    <FormPage title="Contact" problem={failureMessage(actionData)} wide>
      <p className="-mt-4 mb-8 text-soft">Ask us anything. We answer within a day, most often within the hour.</p>
      <Form method="post" {...props} className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          {...field("firstName")}
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={textLimit}
        />
        <TextField
          {...field("lastName")}
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={textLimit}
        />
        <TextField {...field("email")} label="Email" name="email" type="email" autoComplete="email" maxLength={254} />
        <TextField
          {...field("phoneNumber")}
          label="Phone number"
          name="phoneNumber"
          autoComplete="tel-national"
          inputMode="numeric"
          placeholder={`${phoneNumberLength} digits`}
        />
        <TextField
          {...field("orderNumber")}
          label="Order number"
          name="orderNumber"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={orderNumberLengths.max}
          hint="Optional"
        />
        <TextField
          {...field("subject")}
          label="Subject"
          name="subject"
          autoComplete="off"
          maxLength={subjectLimit}
          placeholder={`Max ${subjectLimit} characters`}
        />
        <TextAreaField
          {...field("message")}
          label="Message"
          name="message"
          rows={5}
          maxLength={messageLimit}
          counter={`${typed}/${messageLimit}`}
          className="sm:col-span-2"
          onInput={({ currentTarget }) => setTyped(currentTarget.value.length)}
        />
        <div className="mt-3 flex flex-col gap-3 sm:col-span-2 sm:flex-row sm:flex-wrap">
          <SubmitButton busy={busy} busyLabel="Sending..." className="sm:min-w-48">
            Send
          </SubmitButton>
          <Link to="/" className="button button-quiet min-h-13 px-8">
            Cancel
          </Link>
        </div>
      </Form>
      {sent && <SentDialog />}
    </FormPage>
  );
}

/** Says that the message arrived; closing it leads home. */
function SentDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    // Without JavaScript it is open as it comes; with it, it becomes a modal one.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="sent-title"
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl bg-raised p-8 text-center text-ink shadow-float backdrop:bg-black/40"
      onClose={() => navigate("/")}
    >
      <h2 id="sent-title" className="mb-3 text-3xl">
        Message sent
      </h2>
      <p className="mb-6 text-soft">Thank you for writing. We will get back to you by email.</p>
      <Link to="/" className="button button-main px-8">
        Close
      </Link>
    </dialog>
  );
}
