import { Form, href, useNavigation } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import type { AlertProduct } from "#shop/catalog/alerts/stock-alerts.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { FailureNote } from "../forms/failure-note.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { MessagePage } from "../page/message-page.tsx";

/** What an emailed link does, and its alert's product; null if the alert doesn't exist (any more). */
export interface AlertLink {
  step: "confirm" | "leave";
  product: AlertProduct | null;
}

interface StockAlertLinkProps {
  link: AlertLink;
  /** The result of the button; undefined before it was pressed. */
  done: AlertLink | undefined;
  answer: object | undefined;
}

/** The page of an emailed link. It needs a press of a button, because mail scanners open links too. */
export function StockAlertLink({ link, done, answer }: StockAlertLinkProps) {
  const { step } = done ?? link;
  const { product: found } = done ?? link;
  if (!found) return <Expired />;
  const product = { ...found, title: fullTitle(found) };
  if (step === "confirm" && !product.isSold) return <NoLongerAvailable />;
  return done ? <Done step={step} product={product} /> : <Ask step={step} product={product} answer={answer} />;
}

interface StepProps {
  step: AlertLink["step"];
  product: AlertProduct;
}

const questions = {
  confirm: {
    title: "Confirm your request",
    text: (title: string) => `Press the button, and we'll send you one email when ${title} is back in stock.`,
    button: "Notify me when it's back",
  },
  leave: {
    title: "Unsubscribe",
    text: (title: string) => `Press the button, and you won't get any more emails about ${title}.`,
    button: "Unsubscribe",
  },
};

function Ask({ step, product, answer }: StepProps & { answer: object | undefined }) {
  const { title, text, button } = questions[step];
  const busy = useNavigation().formAction?.startsWith(href("/back-in-stock"));
  const problem = failureMessage(answer);
  return (
    <MessagePage title={title}>
      <p className="text-soft">
        <Sentence text={text(product.title)} names={[product.title]} />
      </p>
      <Form method="post">
        {problem && <FailureNote answer={answer} />}
        <SubmitButton busy={busy} className="">
          {button}
        </SubmitButton>
      </Form>
    </MessagePage>
  );
}

function Done({ step, product }: StepProps) {
  return (
    <MessagePage title={step === "confirm" ? "You're on the list" : "You're unsubscribed"}>
      <p role="status" className="text-soft">
        <Sentence
          text={
            step === "confirm"
              ? `We'll send you one email when ${product.title} is back in stock.`
              : `You won't get any more emails about ${product.title}.`
          }
          names={[product.title]}
        />
      </p>
      {product.isSold ? (
        <Button to={productAddress(product)}>
          <span>
            <Sentence text={`View ${product.title}`} names={[product.title]} />
          </span>
        </Button>
      ) : (
        <BrowseProducts />
      )}
    </MessagePage>
  );
}

function Expired() {
  return (
    <MessagePage title="This link has expired">
      <p className="text-soft">You may have already unsubscribed, or we've already emailed you.</p>
      <BrowseProducts />
    </MessagePage>
  );
}

function NoLongerAvailable() {
  return (
    <MessagePage title="Back in stock">
      <p className="text-soft">This product is no longer available.</p>
      <BrowseProducts />
    </MessagePage>
  );
}

function BrowseProducts() {
  return <Button to={href("/products")}>Browse products</Button>;
}
