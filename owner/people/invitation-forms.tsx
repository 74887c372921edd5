import type { InvitationCounts } from "#shop/earlier-shop/invitations.ts";
import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Part } from "../screen/screen.tsx";

/** Emails imported customers a link to choose a password, when the owner says so. */
export function InvitationForms({ never, waiting, emailed }: InvitationCounts) {
  if (never + waiting + emailed === 0) return null;
  return (
    <Part title="Passwords">
      <p className="mb-4 max-w-prose text-soft">
        Imported customers have no password. <em>Forgot password</em> on the sign-in page gives them one, and so does a
        link that you can have emailed to everyone without an account. One email is sent per second.
      </p>
      <div className="grid gap-4">
        {never > 0 && (
          <PostForm step="invite">
            <Button>{`Email ${customers(never)} a link`}</Button>
          </PostForm>
        )}
        {waiting > 0 && (
          <PostForm step="stop" className="flex flex-wrap items-center gap-3">
            <p>
              {waiting.toLocaleString("en")} {waiting === 1 ? "email is" : "emails are"} waiting to be sent.
            </p>
            <Button look="quiet">Stop</Button>
          </PostForm>
        )}
        {emailed > 0 && (
          <PostForm step="remind" className="flex flex-wrap items-center gap-3">
            <p>
              {customers(emailed)} {emailed === 1 ? "has" : "have"} the email, and no account yet.
            </p>
            <Button look="quiet">Email again</Button>
          </PostForm>
        )}
      </div>
    </Part>
  );
}

function customers(count: number) {
  return `${count.toLocaleString("en")} ${count === 1 ? "customer" : "customers"}`;
}
