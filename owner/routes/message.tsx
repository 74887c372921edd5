import { data, href, Link } from "react-router";
import { AnsweredMeanwhileError, answerLimit, answerMessage, setMessageDone } from "#shop/contact/answer-message.ts";
import { readMessage } from "#shop/contact/find-messages.ts";
import { formatMoment } from "#shop/days.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Refusal, saidId } from "../components/alert.tsx";
import { ChangeTable } from "../components/change-table.tsx";
import { TextAreaField } from "../components/form-fields.tsx";
import { readNumber } from "../components/list-query.server.ts";
import { redirectWithNotice } from "../components/notice.server.ts";
import { Part, Screen } from "../components/screen.tsx";
import type { Route } from "./+types/message";

const shownChanges = 50;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const message = await readMessage(db, readMessageId(params.messageId));
  if (!message) throw data(null, 404);
  const { submittedAt, doneAt, answers, ...facts } = message;
  const tell = (moment: number) => formatMoment(moment, settings.timeZone);
  const changes = await readChanges(db, { kind: "message", subject: String(message.id), limit: shownChanges });
  return {
    message: { ...facts, when: tell(submittedAt), doneSince: doneAt === null ? undefined : tell(doneAt) },
    answers: answers.map(({ createdAt, ...answer }) => ({ ...answer, when: tell(createdAt) })),
    changes: changes.map(({ createdAt, ...change }) => ({ ...change, when: tell(createdAt) })),
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
  if ("done" in outcome) return redirectWithNotice(new URL(request.url).pathname, outcome.done);
  return data({ ...outcome, typed: fields.text }, outcome.status);
}

type Context = Route.ActionArgs["context"];
type Outcome = { done: string } | { refused: string; status: 400 | 409 };

const steps = {
  async answer(context: Context, messageId: number, fields: Record<string, string>): Promise<Outcome> {
    const text = (fields.text ?? "").replaceAll("\r\n", "\n").trim();
    if (!text) return { refused: "Write an answer first", status: 400 };
    if (text.length > answerLimit) {
      return { refused: `An answer has at most ${answerLimit} characters; this one has ${text.length}`, status: 400 };
    }
    const { email: actor } = context.get(ownerContext);
    try {
      const seenAnswers = readNumber(fields.answers) ?? 0;
      const isThere = await answerMessage(context.get(shopContext), messageId, { actor, text, seenAnswers });
      if (!isThere) throw data(null, 404);
      return { done: "Your answer is on its way" };
    } catch (error) {
      if (error instanceof AnsweredMeanwhileError) return { refused: error.message, status: 409 };
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
  return { done: isDone ? "It is done" : "It is open again" };
}

export default function Message({ loaderData: { message, answers, changes }, actionData }: Route.ComponentProps) {
  const { firstName, lastName, email, phoneNumber, doneSince } = message;
  return (
    <Screen
      title={message.subject}
      summary={doneSince ? `Done since ${doneSince}` : "To do"}
      actions={
        <form method="post" action={`#${saidId}`}>
          <button type="submit" name="step" value={doneSince ? "open" : "done"} className="button button-quiet">
            {doneSince ? "Open again" : "Mark as done"}
          </button>
        </form>
      }
    >
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <Part title="Message">
            <Letter from={`${firstName} ${lastName}`} when={message.when} text={message.message} />
          </Part>
          {answers.length > 0 && (
            <Part title="Answers">
              <ol className="grid gap-6">
                {answers.map(({ id, actor, when, text }) => (
                  <li key={id}>
                    <Letter from={actor} when={when} text={text} />
                  </li>
                ))}
              </ol>
            </Part>
          )}
          <Part title="Answer by mail">
            <form method="post" action={`#${saidId}`} className="grid gap-3">
              <input type="hidden" name="answers" value={answers.length} />
              <Refusal refused={actionData?.refused} />
              <TextAreaField
                label="Your answer"
                name="text"
                rows={8}
                required
                maxLength={answerLimit}
                defaultValue={actionData?.typed}
                hint={`It goes to ${email}, begins with “Hello ${firstName}” and ends with the message itself.`}
              />
              <button type="submit" name="step" value="answer" className="button button-main justify-self-start">
                Send the answer
              </button>
            </form>
          </Part>
        </div>
        <div className="min-w-0">
          <Part title="From">
            <p>
              {firstName} {lastName}
            </p>
            <p>
              <a href={`mailto:${email}`} className="text-link wrap-anywhere">
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
                  The customer with this email
                </Link>
              ) : (
                <span className="text-soft">No customer has this email.</span>
              )}
            </p>
          </Part>
          {message.orderNumber && (
            <Part title="About order">
              <OrderNamed orderNumber={message.orderNumber} order={message.order} />
            </Part>
          )}
        </div>
      </div>
      <Part title="Log">
        <ChangeTable changes={changes} empty="Nothing was done about it yet." />
      </Part>
    </Screen>
  );
}

function Letter({ from, when, text }: { from: string; when: string; text: string }) {
  return (
    <article>
      <p className="text-sm text-soft">
        <span className="wrap-anywhere">{from}</span>, <span className="whitespace-nowrap tabular-nums">{when}</span>
      </p>
      <p className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>
    </article>
  );
}

/** Anybody may name any order, so it says when it is somebody else's. */
function OrderNamed({
  orderNumber,
  order,
}: {
  orderNumber: string;
  order: { orderNumber: string; isSenders: boolean } | undefined;
}) {
  if (!order) return <p className="text-soft">{`There is no order ${orderNumber}.`}</p>;
  return (
    <>
      <Link to={href("/orders/:orderNumber", { orderNumber })} className="text-link font-medium tabular-nums">
        {orderNumber}
      </Link>
      {!order.isSenders && (
        <p className="mt-2 text-sm text-amber">It was placed with another email: tell nothing of it to this one.</p>
      )}
    </>
  );
}
