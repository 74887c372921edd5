import { useEffect, useRef, useState } from "react";
import { data, Form, href, useNavigate, useNavigation } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import {
  contactForm,
  messageLimit,
  orderNumberLengths,
  phoneNumberLength,
  subjectLimit,
} from "#shop/contact/contact-form.ts";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { consumeRateLimit } from "#shop/limits/rate-limits.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField, TextField } from "#ui/fields.tsx";
import { Prose } from "#ui/prose.tsx";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { useKnownValues } from "../forms/use-known-values.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/contact";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Contact",
    description: "Ask us about an order, a product or anything else. We reply by email.",
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const { db, now, settings } = context.get(shopContext);
  const { typed, values, errors } = await readFields(request, contactForm);
  if (errors) return data({ errors, typed }, 400);
  try {
    await consumeRateLimit(db, [{ limit: "contactByAddress", by: requestMetadata(request, context).address }], now());
    await saveContactMessage(db, values, now(), settings.notices.messages);
    return { sent: true };
  } catch (error) {
    return formError(error, typed);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Message not sent", serverAction);
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const { seller, texts } = useShop();
  const busy = useNavigation().formAction?.startsWith("/contact");
  const sent = actionData !== undefined && "sent" in actionData;
  const { props, field } = useForm({
    id: "contact",
    schema: contactForm,
    answer: actionData,
    checkedAsTyped: ["message"],
  });
  const form = props.ref;
  useKnownValues(form);
  const message = field("message");
  const [length, setLength] = useState(message.defaultValue?.length ?? 0);

  useEffect(() => {
    if (!sent) return;
    form.current?.reset();
    setLength(0);
  }, [sent, form]);

  return (
    <FormPage title="Contact" problem={failureMessage(actionData)} wide>
      {texts?.contact ? (
        <Prose html={texts.contact} className="-mt-4 mb-8 text-soft" />
      ) : (
        <p className="-mt-4 mb-8 text-soft">Ask us anything. We reply by email.</p>
      )}
      <Form method="post" {...props} className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        <ShortFields field={field} />
        <TextAreaField
          {...message}
          label="Message"
          name="message"
          rows={5}
          maxLength={messageLimit}
          counter={`${length}/${messageLimit}`}
          className="sm:col-span-2"
          onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
        />
        <FailureNote answer={actionData} className="sm:col-span-2" />
        <div className="mt-3 flex flex-col gap-3 sm:col-span-2 sm:flex-row sm:flex-wrap">
          <SubmitButton busy={busy} busyLabel="Sending..." className="sm:min-w-48">
            Send
          </SubmitButton>
          <Button to={href("/")} look="quiet" className="min-h-13 px-8">
            Cancel
          </Button>
        </div>
      </Form>
      {seller && (
        <address className="mt-10 border-t border-line pt-6 text-soft not-italic">
          <p dir="auto" className="typed-text">
            {seller.join("\n")}
          </p>
        </address>
      )}
      {sent && <SentDialog />}
    </FormPage>
  );
}

/** All fields but the message. */
function ShortFields({ field }: Pick<ReturnType<typeof useForm>, "field">) {
  return (
    <>
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
      <TextField
        {...field("email")}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={textLimit}
      />
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
        keep={keepOrderNumber}
        optional
      />
      <TextField
        {...field("subject")}
        label="Subject"
        name="subject"
        autoComplete="off"
        maxLength={subjectLimit}
        placeholder={`Max ${subjectLimit} characters`}
      />
    </>
  );
}

function keepOrderNumber(typed: string) {
  return typed.replace(/\s/g, "").slice(0, orderNumberLengths.max);
}

/** Closing it opens the home page. */
function SentDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    // The HTML is an open dialog for browsers without JavaScript; hydrated, it becomes modal.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="sent-title"
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl bg-raised p-8 text-center text-ink floating"
      onClose={() => navigate(href("/"))}
    >
      <h2 id="sent-title" className="mb-3 text-3xl">
        Message sent
      </h2>
      <p className="mb-6 text-soft">Thanks for getting in touch. We'll reply by email.</p>
      <Button to={href("/")} className="px-8">
        Close
      </Button>
    </dialog>
  );
}
