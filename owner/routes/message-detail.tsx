import { data, href, Link } from "react-router";
import { AlreadyAnsweredError, answerLimit, answerMessage, setMessageDone } from "#shop/contact/answer-message.ts";
import { readMessage } from "#shop/contact/find-messages.ts";
import { textFields } from "#shop/forms/validate.ts";
import { keepsMails } from "#shop/mail/mail-server/keeps-mails.ts";
import { notified } from "#shop/mail/mail-server/notified.ts";
import { formatMoment } from "#shop/values/days.ts";
import { mailtoLink } from "#shop/values/email-address.ts";
import { Button } from "#ui/button.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { TextAreaField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { readNumber } from "../lists/list-query.server.ts";
import { KeptMailsNote } from "../mails/kept-mails.tsx";
import { FormError } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { OrderLink } from "../screen/order-link.tsx";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/message-detail";

const shownChanges = 50;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const message = await readMessage(db, readMessageId(params.messageId));
  if (!message) throw data(null, 404);
  const { submittedAt, doneAt, answers, ...fields } = message;
  const tell = (moment: number) => formatMoment(moment, settings);
  return {
    message: { ...fields, when: tell(submittedAt), doneSince: doneAt === null ? undefined : tell(doneAt) },
    answers: answers.map(({ createdAt, ...answer }) => ({ ...answer, when: tell(createdAt) })),
    changes: await readShownChanges(
      { db, settings },
      { kind: "message", subject: String(message.id), limit: shownChanges },
    ),
  };
}

/** @throws 404 */
function readMessageId(text: string) {
  const messageId = readNumber(text);
  if (messageId === undefined) throw data(null, 404);
  return messageId;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const messageId = readMessageId(params.messageId);
  const fields = textFields(await readForm(request));
  const { step = "" } = fields;
  if (!isStep(step)) throw data(null, 400);
  const outcome = await steps[step](context, messageId, fields);
  if ("done" in outcome) return redirectWithFlash(context, new URL(request.url).pathname, outcome.done);
  return data({ ...outcome, typed: fields.text }, outcome.status);
}

type Context = Route.ActionArgs["context"];
type Outcome = { done: string } | { formError: string; status: 400 | 409 };

const steps = {
  async answer(context: Context, messageId: number, fields: Record<string, string>): Promise<Outcome> {
    const text = fields.text?.trim();
    if (!text) return { formError: "Enter a reply", status: 400 };
    if (text.length > answerLimit) {
      return { formError: `Replies can have up to ${answerLimit} characters. Yours has ${text.length}.`, status: 400 };
    }
    const { email: actor } = context.get(ownerContext);
    try {
      const seenAnswers = readNumber(fields.answers) ?? 0;
      const isThere = await answerMessage(context.get(shopContext), messageId, { actor, text, seenAnswers });
      if (!isThere) throw data(null, 404);
      const { settings } = context.get(shopContext);
      return { done: keepsMails(settings) ? `Reply saved. ${notified(settings)}` : "Reply sent" };
    } catch (error) {
      if (error instanceof AlreadyAnsweredError) return { formError: error.message, status: 409 };
      throw error;
    }
  },

  done: (context: Context, messageId: number) => markDone(context, messageId, true),

  open: (context: Context, messageId: number) => markDone(context, messageId, false),
};

function isStep(step: string): step is keyof typeof steps {
  return Object.hasOwn(steps, step);
}

async function markDone(context: Context, messageId: number, isDone: boolean): Promise<Outcome> {
  const { email: actor } = context.get(ownerContext);
  if (!(await setMessageDone(context.get(shopContext), messageId, { actor, isDone }))) throw data(null, 404);
  return { done: isDone ? "Marked as done" : "Message reopened" };
}

export default function Message({ loaderData: { message, answers, changes }, actionData }: Route.ComponentProps) {
  const { firstName, lastName, email, phoneNumber, doneSince } = message;
  return (
    <Screen
      title={message.subject}
      summary={doneSince ? `Marked as done ${doneSince}` : "Open"}
      actions={
        <PostForm>
          <Button name="step" value={doneSince ? "open" : "done"} look="quiet">
            {doneSince ? "Reopen" : "Mark as done"}
          </Button>
        </PostForm>
      }
    >
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <Part title="Message">
            <Letter from={`${firstName} ${lastName}`} when={message.when} text={message.message} />
          </Part>
          {answers.length > 0 && (
            <Part title="Replies">
              <ol className="grid gap-6">
                {answers.map(({ id, actor, when, text }) => (
                  <li key={id}>
                    <Letter from={actor} when={when} text={text} />
                  </li>
                ))}
              </ol>
            </Part>
          )}
          <Part title="Reply by email">
            <KeptMailsNote />
            <PostForm unsaved={Boolean(actionData)} className="grid gap-3">
              <input type="hidden" name="answers" value={answers.length} />
              <FormError formError={actionData?.formError} />
              <TextAreaField
                label="Your reply"
                name="text"
                rows={8}
                required
                maxLength={answerLimit}
                defaultValue={actionData?.typed}
                hint={
                  <Sentence
                    text={`Sent to ${email}. Starts with “Hello ${firstName}” and quotes the message at the end.`}
                    names={[firstName]}
                  />
                }
              />
              <Button name="step" value="answer" className="justify-self-start">
                Send reply
              </Button>
            </PostForm>
          </Part>
        </div>
        <div className="min-w-0">
          <Part title="From">
            <p dir="auto">
              {firstName} {lastName}
            </p>
            <p>
              <a href={mailtoLink(email)} className="text-link wrap-anywhere">
                {email}
              </a>
            </p>
            <p>
              <a href={`tel:${phoneNumber}`} className="text-link tabular-nums">
                {phoneNumber}
              </a>
            </p>
            <p className="mt-3">
              {message.customerUid ? (
                <Link to={href("/customers/:uid", { uid: message.customerUid })} className="text-link">
                  View customer
                </Link>
              ) : (
                <span className="text-soft">No customer account with this email.</span>
              )}
            </p>
          </Part>
          {message.orderNumber && (
            <Part title="Order">
              <OrderNamed orderNumber={message.orderNumber} order={message.order} />
            </Part>
          )}
        </div>
      </div>
      <Activity changes={changes} empty="No activity yet." />
    </Screen>
  );
}

function Letter({ from, when, text }: { from: string; when: string; text: string }) {
  return (
    <div>
      <p className="text-sm text-soft">
        <span className="wrap-anywhere">{from}</span>, <span className="tabular-nums">{when}</span>
      </p>
      <p dir="auto" className="mt-2 typed-text max-w-prose text-start">
        {text}
      </p>
    </div>
  );
}

/** The sender may name any order, so warn if it isn't theirs. */
function OrderNamed({
  orderNumber,
  order,
}: {
  orderNumber: string;
  order: { orderNumber: string; isSenders: boolean } | undefined;
}) {
  if (!order) return <p className="text-soft">{`Order ${orderNumber} not found.`}</p>;
  return (
    <>
      <OrderLink orderNumber={order.orderNumber} className="font-medium tabular-nums" />
      {!order.isSenders && (
        <p className="mt-2 text-sm text-amber">
          This order was placed with another email. Don't share its details with this sender.
        </p>
      )}
    </>
  );
}
