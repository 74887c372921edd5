import { data } from "react-router";
import { AccountError } from "#shop/accounts/account-error.ts";

/** Whether someone keeps a password after they were told that it is common. */
export function isSure({ useAnyway }: Record<string, string>) {
  return useAnyway === "yes";
}

/** Whether a form was refused to ask about its common password first. */
export function isQuestion(error: unknown) {
  return error instanceof AccountError && error.code === "COMMON_PASSWORD";
}

/** Answers a form with that question. @param typed the values that a page without JavaScript shows again */
export function answerQuestion(typed?: Record<string, string>) {
  return data({ isCommon: true, typed }, 422);
}
