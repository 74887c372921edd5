import { randomUUID } from "node:crypto";
import { useEffect, useRef } from "react";
import { data, Form, href, useNavigation } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { returnCostSentence } from "#shop/delivery/return-costs.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { textFields, validate } from "#shop/forms/validate.ts";
import { RateLimitError } from "#shop/limits/rate-limits.ts";
import { declareWithdrawal } from "#shop/orders/withdrawals/declare-withdrawal.ts";
import { readWithdrawnItems, withdrawalForm, withdrawalLimits } from "#shop/orders/withdrawals/withdrawal-form.ts";
import { formatMoment } from "#shop/values/days.ts";
import { exceptionReason } from "#shop/values/withdrawal.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { findOwnOrder, knownPerson, shownPeriod, withdrawableLines } from "../orders/own-withdrawal.server.ts";
import { WithdrawalItems } from "../orders/withdrawal-items.tsx";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/withdraw";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Withdraw from contract",
    description: "Withdraw from your purchase. You don't have to give a reason.",
    unlisted: true,
  });
}

/** The page is the same whether or not an order exists. Only its customer, or who has the link of its mail, sees its items, and needn't type who they are. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { withdrawalDays, categories } = shop.settings;
  const asked = { orderNumber: url.searchParams.get("order") ?? "", key: url.searchParams.get("key") ?? "" };
  const order = await findOwnOrder(context, asked);
  const exceptions = categories.flatMap(({ name, withdrawalException }) => {
    const reason = exceptionReason(withdrawalException);
    return reason ? [{ name, reason }] : [];
  });
  return {
    withdrawalId: randomUUID(),
    withdrawalDays,
    orderNumber: asked.orderNumber.slice(0, withdrawalLimits.orderNumber),
    key: order ? asked.key.slice(0, 100) : "",
    person: await knownPerson(context, order),
    period: order && shownPeriod(shop, order),
    lines: order && (await withdrawableLines(shop, order)),
    exceptions: order ? [] : exceptions,
  };
}

/** Keeps a statement. The answer is the same whether or not an order matches it. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const typed = textFields(await readForm(request));
  const { values, errors = {} } = validate(withdrawalForm, typed);
  const order = await findOwnOrder(context, { orderNumber: typed.orderNumber ?? "", key: typed.key ?? "" });
  const isSome = typed.scope === "items";
  const chosen =
    order && isSome ? readWithdrawnItems((await withdrawableLines(shop, order)).filter(isAllowed), typed) : undefined;
  const found: Record<string, string | undefined> = { ...errors, ...chosen?.errors };
  if (isSome && (chosen ? chosen.items.length === 0 : !typed.items?.trim())) found.items ??= "Choose at least one item";
  if (!values || Object.keys(found).length > 0) return data({ errors: found, typed }, 400);
  const { scope: _, items, ...statement } = values;
  try {
    const received = await declareWithdrawal(
      shop,
      { ...statement, items: isSome && !chosen ? items : "", chosen: chosen?.items },
      { address: requestMetadata(request, context).address, isOwn: order !== undefined },
    );
    const when = formatMoment(received.receivedAt, shop.settings);
    return { received: { ...statement, content: received.content, when } };
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error;
    return data({ message: tooMany, typed, retryAfter: error.retryAfter }, 429);
  }
}

function isAllowed({ isSealed }: { isSealed: boolean }) {
  return isSealed;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Withdrawal not sent", serverAction);
}

const tooMany = "We've received many withdrawals from you. Please try again in an hour, or contact us.";

/** A form that wasn't accepted. */
interface Answer {
  typed?: Record<string, string>;
  errors?: Record<string, string | undefined>;
}

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const { typed = {}, errors = {} }: Answer = (actionData ?? {}) as Answer;
  const { withdrawalId, withdrawalDays, orderNumber, key, person, period, lines, exceptions } = loaderData;
  const { returnsPaidBy } = useShop();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (actionData) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [actionData]);
  if (actionData && "received" in actionData) return <Received {...actionData.received} />;
  const problem =
    failureMessage(actionData) ??
    (Object.keys(errors).length > 0 ? (errors.items ?? correctFields(errors)) : undefined);
  const excluded = lines?.filter(({ isSealed }) => !isSealed) ?? [];
  return (
    <FormPage title="Withdraw from contract" wide>
      <p className="-mt-4 mb-6 text-soft">
        {period
          ? period.isOver
            ? `The period to withdraw ended on ${period.lastDay}. You can still send us your withdrawal, and we'll get back to you.`
            : `You can withdraw until ${period.lastDay}. You don't have to give a reason.`
          : `You have ${withdrawalDays} days to withdraw, from the day you receive your order. You don't have to give a reason.`}
        {returnsPaidBy && ` ${returnCostSentence(returnsPaidBy, "withdrawal")}`}
      </p>
      {problem && (
        <p role="alert" className="mb-6 rounded-lg border border-berry p-4">
          {problem}
        </p>
      )}
      <Form ref={form} method="post" noValidate>
        <input type="hidden" name="withdrawalId" value={typed.withdrawalId ?? withdrawalId} />
        {key && <input type="hidden" name="key" value={key} />}
        <PersonFields known={{ ...person, orderNumber, ...typed }} errors={errors} isKnownOrder={lines !== undefined} />
        <WithdrawalItems lines={lines} typed={typed} errors={errors} />
        <Exceptions exceptions={lines ? excluded.map(({ title, reason }) => ({ name: title, reason })) : exceptions} />
        <p className="mb-5 text-sm text-soft">
          We'll email you a confirmation at once, with what you've written, the date and the time.
        </p>
        <FailureNote answer={actionData} />
        <SubmitButton busy={busy} busyLabel="Sending..." className="w-full sm:w-auto sm:min-w-64">
          Confirm withdrawal
        </SubmitButton>
      </Form>
    </FormPage>
  );
}

interface PersonFieldsProps {
  known: { name?: string; email?: string; orderNumber?: string };
  errors: Record<string, string | undefined>;
  /** Whether the page shows the order's items, so that its number stays. */
  isKnownOrder: boolean;
}

function PersonFields({ known, errors, isKnownOrder }: PersonFieldsProps) {
  const field = (name: "name" | "email" | "orderNumber") => ({
    ...{ id: `withdraw-${name}`, field: name, name, defaultValue: known[name] },
    ...(errors[name] !== undefined && { error: errors[name] }),
  });
  return (
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
      <TextField {...field("name")} label="Name" autoComplete="name" maxLength={withdrawalLimits.name} />
      <TextField
        {...field("orderNumber")}
        label="Order number"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={withdrawalLimits.orderNumber}
        readOnly={isKnownOrder}
      />
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={textLimit}
        hint="For the confirmation"
        className="sm:col-span-2"
      />
    </div>
  );
}

/** What consumers can't withdraw from buying, with the reason. */
function Exceptions({ exceptions }: { exceptions: { name: string; reason: string }[] }) {
  if (exceptions.length === 0) return null;
  return (
    <section aria-labelledby="withdraw-exceptions" className="mb-6 rounded-lg bg-furniture p-4">
      <h2 id="withdraw-exceptions" className="mb-2 font-sans text-base font-medium tracking-normal">
        The right of withdrawal is limited for
      </h2>
      <ul className="grid gap-2 text-sm">
        {exceptions.map(({ name, reason }) => (
          <li key={name} className="wrap-anywhere">
            <bdi className="font-medium">{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReceivedProps {
  name: string;
  email: string;
  orderNumber: string;
  content: string;
  when: string;
}

/** What was received, and when. */
function Received({ name, email, orderNumber, content, when }: ReceivedProps) {
  const { returnsPaidBy } = useShop();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const facts = [
    ["Received", when],
    ["Name", name],
    ["Order number", orderNumber],
    ["Email", email],
    ["Withdrawal from", content],
  ] as const;
  return (
    <div className="mx-auto max-w-2xl px-4 pt-8 sm:pt-14">
      <h1 ref={title} tabIndex={-1} className="mb-4 text-4xl outline-none sm:text-5xl">
        We've received your withdrawal
      </h1>
      <p role="status" className="mb-8 text-soft wrap-anywhere">
        We're emailing a confirmation to {email}. We'll write to you about what happens next, if the details match an
        order.{returnsPaidBy && ` ${returnCostSentence(returnsPaidBy, "withdrawn")}`}
      </p>
      <dl className="mb-8 grid gap-x-8 gap-y-5 border-y border-line py-6 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd dir="auto" className="typed-text font-medium text-start">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Button to={href("/")} look="quiet">
        Back to Shop
      </Button>
    </div>
  );
}
