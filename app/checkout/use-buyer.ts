import { type SubmitEvent, useEffect, useMemo, useState } from "react";
import { useFetcher } from "react-router";
import { codeForm, codeRequestForm } from "#shop/accounts/account-forms.ts";
import { signInCodeMinutes } from "#shop/forms/account-fields.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { Failure } from "../forms/answer-or-failure.ts";
import { useForm } from "../forms/use-form.ts";
import type { PurchaseAnswer } from "./answer-purchase.ts";
import { type KeptCheckout, keepCheckout } from "./kept-checkout.ts";

/** The answer to a visitor's email or code. */
export interface BuyerAnswer {
  /** The email that a code was sent to. */
  codeSentTo?: string;
  /** The email whose code was right. */
  signedInAs?: string;
  errors?: FieldErrors;
  /** What a form without scripts sent. */
  typed?: Record<string, string>;
}

/** The form of the email and the code. */
export const buyerFormId = "buyer";

/** The step of that form that asks for another code. */
export const newCode = "newCode";

export type Buyer = ReturnType<typeof useBuyer>;

const nothingPosted: BuyerAnswer = {};

/**
 * Who checks out without a password: the email, and the code that was sent to it.
 *
 * @param isVisitor whether no one is signed in
 * @param posted the answer to a form without scripts
 * @param kept before a reload
 */
export function useBuyer(isVisitor: boolean, posted: PurchaseAnswer & BuyerAnswer, kept: KeptCheckout) {
  const fetcher = useFetcher<BuyerAnswer | Failure>();
  const keptAnswer = useMemo(() => answerOf(kept), [kept]);
  const answer = fetcher.data ?? (isAboutBuyer(posted) ? posted : keptAnswer);
  /** The answer after which the customer wants to use another email. */
  const [dismissed, dismiss] = useState<object>();
  const [isResent, setResent] = useState(false);
  const isBusy = fetcher.state !== "idle";
  const known = answer === dismissed || "failure" in answer ? nothingPosted : answer;
  // The session may have ended since.
  const signedInAs = isVisitor && !isBusy ? undefined : known.signedInAs;
  const sentTo = known.codeSentTo;
  const schema = sentTo === undefined ? codeRequestForm : codeForm;
  const { props, field } = useForm({ id: buyerFormId, schema, answer });
  const { onBlur, onInput, ...form } = props;

  useEffect(() => {
    const { codeSentTo, errors } = known;
    if (known === keptAnswer || codeSentTo === undefined || errors) return;
    keepCheckout(undefined, { code: { sentTo: codeSentTo, sentAt: Date.now() } });
  }, [known, keptAnswer]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const button = event.nativeEvent.submitter;
    const isNewCode = button instanceof HTMLButtonElement && button.value === newCode;
    if (isBusy) return event.preventDefault();
    setResent(isNewCode);
    // The new code replaces the one that was typed.
    if (isNewCode) event.currentTarget.reset();
    else form.onSubmit(event);
  }

  return {
    ...{ Form: fetcher.Form, answer, field, isBusy, isResent, signedInAs, sentTo },
    formProps: { ...form, onSubmit },
    /** For the element around the fields, because the form itself doesn't contain them. */
    fieldEvents: { onBlur, onInput },
    /** Whether the page asks who buys, or has asked. */
    isAsked: isVisitor || signedInAs !== undefined,
    /** What was typed before a reload, unless a code was sent to it. */
    keptEmail: keptAnswer === nothingPosted ? kept.typed.email : undefined,
    /** Whether the step of the code is as it was before a reload. */
    isKept: answer === keptAnswer,
    changeEmail() {
      dismiss(answer);
      keepCheckout(undefined, { code: undefined });
    },
  };
}

/** The answer that a code was sent, as long as it works. */
function answerOf({ code }: KeptCheckout): BuyerAnswer {
  const works = code !== undefined && Date.now() - code.sentAt < signInCodeMinutes * 60_000;
  return works ? { codeSentTo: code.sentTo } : nothingPosted;
}

/** Whether an answer is to the visitor's email or code. */
export function isAboutBuyer({ codeSentTo, errors }: BuyerAnswer) {
  return codeSentTo !== undefined || errors?.email !== undefined;
}
