import { formErrorCode } from "#shop/accounts/account-error.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";

/** How a refused account form is answered: a message for its user, and the HTTP status. @throws any other error */
export function accountRefusal(error: unknown) {
  const code = formErrorCode(error);
  if (!code) throw error;
  return { message: accountMessage(code), status: code === "TOO_MANY_REQUESTS" ? 429 : 422 };
}
