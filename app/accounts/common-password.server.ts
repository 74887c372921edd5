import { data } from "react-router";
import { AccountError } from "#shop/accounts/account-error.ts";

/** Whether someone was told that their password is common, and wants it. */
export function isSure({ useAnyway }: Record<string, string>) {
  return useAnyway === "yes";
}

/** Whether a form was refused because it has to be asked about a common password. */
export function isQuestion(error: unknown) {
  return error instanceof AccountError && error.code === "COMMON_PASSWORD";
}

/** Answers a form with that question. @param typed the values that a page without JavaScript shows again */
export function answerQuestion(typed?: Record<string, string>) {
  return data({ isCommon: true, typed }, 422);
}
