import { data, Form, href, Link, useNavigation } from "react-router";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { isSoldOut } from "#shop/catalog/availability.ts";
import { productAddress } from "#shop/catalog/product-address.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { stockAlertForm } from "#shop/catalog/stock-alert-form.ts";
import { confirmStockAlert, dropStockAlert, requestStockAlert } from "#shop/catalog/stock-alerts.ts";
import { shopContext } from "#web/request-context.ts";
import { viewerContext, visitorOf } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { TextField } from "../forms/fields.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { readFields } from "../forms/posted-form.server.ts";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { MessagePage } from "../frame/message-page.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/back-in-stock";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Back in stock",
    description: "Be told once, by mail, when what is sold out can be bought again.",
    unlisted: true,
  });
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

/**
 * `?product=` asks for an address; `?confirm=` and `?leave=` are where mails lead. Programs that only look where a link leads, or load it in
 * case it will be opened, change nothing.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext);
  const given = new URL(request.url).searchParams;
  const id = given.get("product");
  if (id !== null) {
    const product = await readProduct(db, id);
    if (!product) throw data(null, 404);
    return {
      asked: { id, title: product.title, isSoldOut: isSoldOut(product) },
      email: context.get(viewerContext)?.email ?? "",
    };
  }
  if (request.headers.get("sec-purpose")?.startsWith("prefetch")) throw data(null, 403);
  const confirmed = given.get("confirm");
  if (request.method !== "GET" || (confirmed === null && given.get("leave") === null)) throw data(null, 404);
  const alert = confirmed
    ? await confirmStockAlert(db, confirmed, now())
    : await dropStockAlert(db, given.get("leave") ?? "");
  return { [confirmed ? "confirmed" : "left"]: alert?.product ?? null } as {
    confirmed?: { id: string; title: string } | null;
    left?: { id: string; title: string } | null;
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { typed, values, errors } = await readFields(request, stockAlertForm);
  if (errors) return data({ errors, typed }, 400);
  const shop = context.get(shopContext);
  if (!(await readProduct(shop.db, values.productId))) throw data(null, 404);
  const viewer = context.get(viewerContext);
  const { address } = visitorOf(request, context);
  const verifiedEmail = viewer?.emailVerified ? viewer.email : undefined;
  try {
    const isConfirmed = await requestStockAlert(shop, values, { address, verifiedEmail });
    return { noted: isConfirmed ? "confirmed" : "mailed", email: values.email };
  } catch (error) {
    return formError(error, typed);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Not noted", serverAction);
}

export default function BackInStock({ loaderData, actionData }: Route.ComponentProps) {
  if (!("asked" in loaderData)) return <Answer {...loaderData} />;
  const { asked, email } = loaderData;
  const back = (
    <Link to={productAddress(asked.id)} className="button button-quiet min-h-13 w-full px-8">
      Back to {asked.title}
    </Link>
  );
  if (actionData && "noted" in actionData) {
    return (
      <FormPage title="Back in stock">
        <p role="status" className="mb-6">
          {actionData.noted === "confirmed"
            ? `We will write to ${actionData.email} once, when ${asked.title} can be bought again.`
            : `Open the link that we have mailed to ${actionData.email}: then we will write to you once, when ${asked.title} can be bought again.`}
        </p>
        {back}
      </FormPage>
    );
  }
  return (
    <FormPage title="Back in stock" problem={failureMessage(actionData)}>
      {asked.isSoldOut ? (
        <AskForm asked={asked} email={email} answer={actionData} />
      ) : (
        <p className="mb-6">{asked.title} can be bought now.</p>
      )}
      {back}
    </FormPage>
  );
}

interface AskFormProps {
  asked: { id: string; title: string };
  /** The shopper's own; "" when nobody is signed in. */
  email: string;
  answer: object | undefined;
}

function AskForm({ asked, email, answer }: AskFormProps) {
  const { props, field } = useForm({ id: "alert", schema: stockAlertForm, answer });
  const busy = useNavigation().formAction?.startsWith(href("/back-in-stock"));
  return (
    <Form method="post" {...props} className="mb-3">
      <p className="mb-6 text-soft">
        {asked.title} is sold out. Leave us your email, and we write to you once when it can be bought again.
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
      <SubmitButton busy={busy}>Tell me when it's back</SubmitButton>
    </Form>
  );
}

/** Where a mail's link led. */
function Answer({
  confirmed,
  left,
}: {
  confirmed?: { id: string; title: string } | null;
  left?: { id: string; title: string } | null;
}) {
  const product = confirmed ?? left;
  if (!product) {
    return (
      <MessagePage title="That link is no longer good">
        <p className="text-soft">Perhaps you have left already, or were told.</p>
        <Link to={href("/products")} className="button button-main">
          Browse products
        </Link>
      </MessagePage>
    );
  }
  return (
    <MessagePage title={confirmed ? "We will tell you" : "You have left"}>
      <p className="text-soft">
        {confirmed
          ? `You will get one mail, when ${product.title} can be bought again.`
          : `You will hear nothing more of ${product.title}.`}
      </p>
      <Link to={productAddress(product.id)} className="button button-main">
        See {product.title}
      </Link>
    </MessagePage>
  );
}
