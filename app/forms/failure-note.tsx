import { failureNote } from "#shop/accounts/account-messages.ts";

/** Says next to the button what to do about a form error, after its toast has gone. */
export function FailureNote({ answer, className = "" }: { answer: object | undefined; className?: string }) {
  const note = failureNote(answer);
  return note && <p className={`mb-3 rounded-lg border border-berry p-4 text-sm ${className}`}>{note}</p>;
}
