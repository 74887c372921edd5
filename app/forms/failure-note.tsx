import { failureNote } from "#shop/accounts/account-messages.ts";

/** What to do about a form that failed as a whole: it stays beside the button when the toast that said so has gone. */
export function FailureNote({ answer, className = "" }: { answer: object | undefined; className?: string }) {
  const note = failureNote(answer);
  return note && <p className={`mb-3 rounded-lg border border-berry p-4 text-sm ${className}`}>{note}</p>;
}
