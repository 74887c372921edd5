import { type FormEvent, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { profileForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { AddressFields } from "../forms/address-fields.tsx";
import { TextField } from "../forms/fields.tsx";
import { useForm } from "../forms/use-form.ts";
import type { clientAction } from "../routes/profile.tsx";
import { type ChosenPicture, PictureChooser } from "./picture-chooser.tsx";
import { ProfileFacts, type ReadOnlyFacts } from "./profile-facts.tsx";
import type { ShownCustomer } from "./profile-view.tsx";
import { UploadError, uploadPicture } from "./upload-picture.ts";

interface ProfileEditProps {
  customer: ShownCustomer;
  facts: ReadOnlyFacts;
  /** Back to the view: saved, or cancelled. Always the same function, or an answer would be told twice. */
  onDone: () => void;
}

export function ProfileEdit({ customer, facts, onDone }: ProfileEditProps) {
  const fetcher = useFetcher<typeof clientAction>();
  const answer = fetcher.data;
  const [picture, setPicture] = useState<ChosenPicture>("kept");
  const [progress, setProgress] = useState<number>();
  const { props, field, read } = useForm({
    id: "profile",
    schema: profileForm,
    sent: answer && "errors" in answer ? answer.errors : undefined,
  });

  useEffect(() => {
    const text = failureMessage(answer);
    if (text) showToast({ type: "error", title: "Update failed", text });
    if (!answer || !("saved" in answer)) return;
    showToast({ type: "success", title: "Profile updated", text: "Your changes have been saved." });
    onDone();
  }, [answer, onDone]);

  async function save(event: FormEvent<HTMLFormElement>) {
    props.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = { ...read(), ...(await pictureFields()) };
    fetcher.submit(form, { method: "post", action: "/profile" });
  }

  /** Uploads a newly chosen picture. When that fails, the rest is saved all the same and the stored picture stays. */
  async function pictureFields(): Promise<Record<string, string>> {
    if (picture === "none") return { removePicture: "yes" };
    if (picture === "kept") return {};
    try {
      setProgress(0);
      return { newPictureId: await uploadPicture(picture, setProgress) };
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      // biome-ignore lint/suspicious/noConsole: the specification has a failed upload logged
      console.info("The picture was not uploaded:", error.message);
      showToast({ type: "error", title: "Picture not uploaded", text: error.message });
      return {};
    } finally {
      setProgress(undefined);
    }
  }

  const busy = fetcher.state !== "idle" || progress !== undefined;
  return (
    <form {...props} onSubmit={save} className="max-w-2xl">
      <PictureChooser stored={customer.profilePicture} chosen={picture} onChoose={setPicture} progress={progress} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          {...field("firstname")}
          label="First name"
          autoComplete="given-name"
          maxLength={textLimit}
          defaultValue={customer.firstname}
        />
        <TextField
          {...field("lastname")}
          label="Last name"
          autoComplete="family-name"
          maxLength={textLimit}
          defaultValue={customer.lastname}
        />
        <AddressFields field={field} stored={customer} />
      </div>
      <ProfileFacts facts={facts} />
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <SubmitButton busy={busy} className="sm:min-w-40">
          Save
        </SubmitButton>
        <button type="button" className="button button-quiet min-h-13 px-8" disabled={busy} onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
