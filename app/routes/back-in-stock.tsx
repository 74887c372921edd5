import { data, Form, href, useNavigation } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { stockAlertForm } from "#shop/catalog/alerts/stock-alert-form.ts";
import {
  confirmStockAlert,
  dropStockAlert,
  readStockAlert,
  requestStockAlert,
  type StockAlert,
} from "#shop/catalog/alerts/stock-alerts.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata, userContext } from "../accounts/session.server.ts";
import { type AlertLink, StockAlertLink } from "../catalog/stock-alert-link.tsx";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/back-in-stock";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Back in stock",
    description: "Get one email when an out-of-stock product is available again.",
    unlisted: true,
  });
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

/** `?product=` shows a form; `?confirm=` and `?leave=` are links in emails. Only a POST changes anything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const linked = readLink(request);
  if (linked) return { link: linkTo(linked.step, await readStockAlert(db, linked.id)) };
  const id = new URL(request.url).searchParams.get("product");
  const product = id === null ? undefined : await readProduct(db, id);
  if (!product) throw data(null, 404);
  return {
    asked: { id: product.id, address: product.address, title: fullTitle(product), isSoldOut: isSoldOut(product) },
    email: context.get(userContext)?.email ?? "",
  };
}

export async function action(args: Route.ActionArgs) {
  const linked = readLink(args.request);
  if (!linked) return requestAlert(args);
  const { db, now } = args.context.get(shopContext);
  const { step, id } = linked;
  const alert = step === "confirm" ? await confirmStockAlert(db, id, now()) : await dropStockAlert(db, id);
  return { done: linkTo(step, alert) };
}

/** The step and alert of an emailed link; undefined for other addresses. */
function readLink({ url }: Request) {
  const { searchParams } = new URL(url);
  for (const step of ["confirm", "leave"] as const) {
    const id = searchParams.get(step);
    if (id !== null) return { step, id };
  }
  return undefined;
}

/** Without the email address, which a leaked link mustn't reveal. */
function linkTo(step: AlertLink["step"], alert: StockAlert | undefined): AlertLink {
  return { step, product: alert?.product ?? null };
}

async function requestAlert({ request, context }: Route.ActionArgs) {
  const { typed, values, errors } = await readFields(request, stockAlertForm);
  if (errors) return data({ errors, typed }, 400);
  const user = context.get(userContext);
  const { address } = requestMetadata(request, context);
  const verifiedEmail = user?.emailVerified ? user.email : undefined;
  try {
    const noted = await requestStockAlert(context.get(shopContext), values, { address, verifiedEmail });
    if (noted === "unknown") throw data(null, 404);
    return data({ noted, email: values.email }, noted === "available" ? 409 : 200);
  } catch (error) {
    return formError(error, typed);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Request not saved", serverAction);
}

export default function BackInStock({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.link) {
    const done = actionData && "done" in actionData ? actionData.done : undefined;
    return <StockAlertLink link={loaderData.link} done={done} answer={actionData} />;
  }
  const { asked, email } = loaderData;
  const note = noteOf(asked, actionData);
  return (
    <FormPage title="Back in stock" problem={failureMessage(actionData)}>
      {note ? (
        <p role="status" className="mb-6">
          <Sentence text={note} names={[asked.title]} />
        </p>
      ) : (
        <AskForm asked={asked} email={email} answer={actionData} />
      )}
      <Button to={productAddress(asked)} look="quiet" className="min-h-13 w-full px-8">
        <span>
          <Sentence text={`Back to ${asked.title}`} names={[asked.title]} />
        </span>
      </Button>
    </FormPage>
  );
}

/** Replaces the form; undefined while the form is shown. */
function noteOf({ title, isSoldOut }: { title: string; isSoldOut: boolean }, answer: object | undefined) {
  const { noted, email } = (answer ?? {}) as { noted?: string; email?: string };
  if (noted === "available" || !isSoldOut) return `${title} is available now.`;
  if (noted === "confirmed") return `We'll send one email to ${email} when ${title} is back in stock.`;
  return (
    noted &&
    `Check your inbox. Open the link we sent to ${email} and press the button there, and we'll send you one email when ${title} is back in stock.`
  );
}

interface AskFormProps {
  asked: { id: string; title: string };
  /** The signed-in customer's; otherwise "". */
  email: string;
  answer: object | undefined;
}

function AskForm({ asked, email, answer }: AskFormProps) {
  const { props, field } = useForm({ id: "alert", schema: stockAlertForm, answer });
  const busy = useNavigation().formAction?.startsWith(href("/back-in-stock"));
  return (
    <Form method="post" {...props} className="mb-3">
      <p className="mb-6 text-soft">
        <Sentence
          text={`${asked.title} is out of stock. Enter your email and we'll send you one email when it's back.`}
          names={[asked.title]}
        />
      </p>
      <input type="hidden" name="productId" value={asked.id} data-field="productId" />
      <TextField
        {...field("email", email)}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={textLimit}
      />
      <FailureNote answer={answer} />
      <SubmitButton busy={busy}>Notify me when it's back</SubmitButton>
    </Form>
  );
}
