import { failureMessage } from "#shop/accounts/account-messages.ts";
import { showToast } from "../frame/toasts.tsx";
import { answerOrFailure } from "./answer-or-failure.ts";

/**
 * What a form's `clientAction` answers: what the server says, or how that failed to come. A failure of the form as a whole is told in a
 * toast at each submit, so the same one twice is told twice.
 *
 * @param failed the toast's title
 * @throws redirects, which are answers too
 */
export async function answerForm<Answer extends object | undefined>(failed: string, ask: () => Promise<Answer>) {
  const answer = await answerOrFailure(ask);
  const text = failureMessage(answer);
  if (text) showToast({ type: "error", title: failed, text });
  return answer;
}
