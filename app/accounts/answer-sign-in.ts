import { answerForm } from "../forms/answer-form.ts";
import { showToast } from "../page/toasts.ts";

/** What the `clientAction` of a form that signs in returns. A toast shows how it ended. */
export async function answerSignIn<Answer extends object>(signIn: () => Promise<Answer>) {
  const answer = await answerForm("Sign In Failed", signIn);
  if ("signedIn" in answer) {
    showToast({ type: "success", title: "Welcome Back!", text: "You have successfully signed in." });
  }
  return answer;
}
