import { useEffect, useState } from "react";
import { href } from "react-router";
import { newPassword } from "#shop/forms/account-fields.ts";
import { safeParse } from "#shop/forms/validate.ts";

/** The question whether someone wants a common password, where a form asks it. */
export type CommonPasswordQuestion = ReturnType<typeof useCommonPasswordQuestion>;

/** @param answer the form's, which asks the question until another password is typed */
export function useCommonPasswordQuestion(answer: object | undefined) {
  const [isAsked, setAsked] = useState(() => isQuestion(answer));
  useEffect(() => setAsked(isQuestion(answer)), [answer]);
  return { isAsked, withdraw: () => setAsked(false) };
}

function isQuestion(answer: object | undefined) {
  return answer !== undefined && "isCommon" in answer && answer.isCommon === true;
}

/** Learns from the shop whether a password that was typed is a common one. @returns a note; nothing for any other password */
export function useCommonPasswordNote(typed: string) {
  const [common, setCommon] = useState<string>();
  async function check(password: string) {
    if (!safeParse(newPassword, password).success) return;
    const body = new URLSearchParams({ password });
    // It is only advice.
    const answer = await fetch(href("/common-password"), { method: "POST", body }).catch(() => undefined);
    const { isCommon } = answer?.ok ? await answer.json() : {};
    if (isCommon) setCommon(password);
  }
  return { note: typed === common ? "A common password. Another one is safer." : undefined, check };
}
