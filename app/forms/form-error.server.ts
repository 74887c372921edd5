import { data } from "react-router";
import { formErrorCode } from "#shop/accounts/account-error.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";

/**
 * The answer to a form that an account refused, with a message for its user.
 *
 * @param typed what a page without JavaScript shows again of the form
 * @throws whatever else failed
 */
export function formError(error: unknown, typed?: Record<string, string>) {
  const code = formErrorCode(error);
  if (!code) throw error;
  return data({ message: accountMessage(code), typed }, code === "TOO_MANY_REQUESTS" ? 429 : 422);
}
