import type { InvitationCounts } from "#shop/earlier-shop/invitations.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { PostForm } from "../forms/post-form.tsx";
import { KeptMailsNote } from "../mails/kept-mails.tsx";
import { Part } from "../screen/screen.tsx";

/** Emails imported customers a link to choose a password, when the owner says so. */
export function InvitationForms({ never, waiting, emailed }: InvitationCounts) {
  const formats = useFormats();
  if (never + waiting + emailed === 0) return null;
  return (
    <Part title="Passwords">
      <KeptMailsNote />
      <p className="mb-4 max-w-prose text-soft">
        Imported customers have no password. <em>Forgot password</em> on the sign-in page gives them one, and so does a
        link that you can have emailed to everyone without an account. One email is sent per second.
      </p>
      <div className="grid gap-4">
        {never > 0 && (
          <PostForm step="invite">
            <Button>{`Email ${customers(never, formats)} a link`}</Button>
          </PostForm>
        )}
        {waiting > 0 && (
          <PostForm step="stop" className="flex flex-wrap items-center gap-3">
            <p>
              {formatNumber(waiting, formats)} {waiting === 1 ? "email is" : "emails are"} waiting to be sent.
            </p>
            <Button look="quiet">Stop</Button>
          </PostForm>
        )}
        {emailed > 0 && (
          <PostForm step="remind" className="flex flex-wrap items-center gap-3">
            <p>
              {customers(emailed, formats)} {emailed === 1 ? "has" : "have"} the email, and no account yet.
            </p>
            <Button look="quiet">Email again</Button>
          </PostForm>
        )}
      </div>
    </Part>
  );
}

function customers(count: number, formats: Formats) {
  return `${formatNumber(count, formats)} ${count === 1 ? "customer" : "customers"}`;
}
