import { data } from "react-router";
import { refusalCode } from "#shop/accounts/account-error.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";

/** The answer to a form that an account refused, with the specification's message. @throws whatever isn't a refusal */
export function refusal(error: unknown) {
  const code = refusalCode(error);
  if (!code) throw error;
  return data({ message: accountMessage(code) }, code === "TOO_MANY_REQUESTS" ? 429 : 422);
}
