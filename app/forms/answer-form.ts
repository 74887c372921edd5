import { failureMessage } from "#shop/accounts/account-messages.ts";
import { showToast } from "../page/toasts.ts";
import { answerOrFailure } from "./answer-or-failure.ts";

/**
 * What a form's `clientAction` returns: the server's answer, or how the request failed. A form error is shown in a toast at each submit, even
 * the same one twice.
 *
 * @param failed the toast's title
 * @throws redirects, which count as answers
 */
export async function answerForm<Answer extends object | undefined>(failed: string, ask: () => Promise<Answer>) {
  const answer = await answerOrFailure(ask);
  const text = failureMessage(answer);
  if (text) showToast({ type: "error", title: failed, text });
  return answer;
}
