import { useEffect, useRef } from "react";
import { href, PrefetchPageLinks, useFetcher } from "react-router";
import { requestResetForm } from "#shop/accounts/account-forms.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import type { clientAction } from "../routes/reset-password-request.tsx";

interface ResetDialogProps {
  /** What was typed at sign-in. */
  email: string;
  onClose: (isRequested: boolean) => void;
}

/** Asks for the email to send a reset link to. Open while it is mounted. See docs/decisions/0147. */
export function ResetDialog({ email, onClose }: ResetDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const fetcher = useFetcher<typeof clientAction>();
  const answer = fetcher.data;
  const isRequested = answer !== undefined && "requested" in answer;
  const { props, field } = useForm({
    id: "reset",
    schema: requestResetForm,
    answer,
  });

  useEffect(() => {
    // The HTML is an open dialog for browsers without JavaScript; hydrated, it becomes modal.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
  }, []);

  useEffect(() => {
    if (isRequested) dialog.current?.close();
  }, [isRequested]);

  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="reset-title"
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl bg-raised p-6 text-ink floating sm:p-8"
      onClose={() => onClose(isRequested)}
    >
      {/* Loads the form's code now, in case the network is gone later. */}
      <PrefetchPageLinks page={href("/reset-password/request")} />
      <h2 id="reset-title" className="mb-2 text-3xl">
        Reset password
      </h2>
      <p className="mb-5 text-soft">We'll email you a link to choose a new one.</p>
      <fetcher.Form method="post" action={href("/reset-password/request")} {...props}>
        <TextField
          {...field("email", email)}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={textLimit}
        />
        <div className="mt-2 flex flex-col gap-3 sm:flex-row">
          <SubmitButton busy={fetcher.state !== "idle"} className="grow">
            Send reset link
          </SubmitButton>
          <Button type="button" look="quiet" className="min-h-13 px-6" onClick={() => dialog.current?.close()}>
            Close
          </Button>
        </div>
      </fetcher.Form>
    </dialog>
  );
}
