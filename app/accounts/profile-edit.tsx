import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import { profileForm } from "#shop/accounts/account-forms.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields.tsx";
import { FailureNote } from "../forms/failure-note.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { showToast } from "../page/toasts.ts";
import { useShop } from "../page/use-shop.ts";
import { AccountDetails, type ReadOnlyDetails } from "./account-details.tsx";
import { AddressFields } from "./address-fields.tsx";
import { type ChosenPicture, PictureChooser } from "./picture-chooser.tsx";
import type { ShownCustomer } from "./profile-view.tsx";
import { UploadError } from "./upload-picture.ts";
import { useUpload } from "./use-upload.ts";

interface ProfileEditProps {
  customer: ShownCustomer;
  account: ReadOnlyDetails;
  /** The errors of a form posted without JavaScript. */
  refused?: object | undefined;
  /** Called after saving or cancelling. Must be a stable function, or the toast shows twice. */
  onDone: () => void;
}

/** Fields stay editable while saving. Changes made during the upload are saved too; later ones stay in the form. */
export function ProfileEdit({ customer, account, refused, onDone }: ProfileEditProps) {
  const fetcher = useFetcher<object>();
  const { revalidate } = useRevalidator();
  const { countries = defaultCountries } = useShop();
  const answer = fetcher.data;
  const [picture, setPicture] = useState<ChosenPicture>("kept");
  const { upload, progress } = useUpload();
  const sent = useRef("");
  const { props, field, read, isValid } = useForm({
    id: "profile",
    schema: useMemo(() => profileForm(countries), [countries]),
    answer: answer ?? refused,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer shows one toast
  useEffect(() => {
    if (!answer || !("saved" in answer)) return;
    const isAllSaved = JSON.stringify(read()) === sent.current;
    const saved = isAllSaved ? "Your changes have been saved." : "Changes you made while saving aren't saved yet.";
    showToast({ type: "success", title: "Profile updated", text: saved });
    if (isAllSaved) onDone();
    else setPicture("kept");
  }, [answer, onDone]);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isValid()) return;
    const pictureFields = await sendPicture(picture, upload);
    // Fields may have changed during the upload.
    if (!pictureFields || !isValid()) return;
    const form = read();
    sent.current = JSON.stringify(form);
    fetcher.submit({ ...form, ...pictureFields }, { method: "post", action: "/profile" });
  }

  function cancel() {
    if (fetcher.state !== "idle") {
      fetcher.reset();
      // The request may have been saved before it was aborted.
      revalidate();
    }
    onDone();
  }

  const busy = fetcher.state !== "idle" || progress !== undefined;
  return (
    <form method="post" action={href("/profile")} {...props} onSubmit={save} className="max-w-2xl">
      <PictureChooser
        stored={customer.profilePicture}
        chosen={picture}
        onChoose={setPicture}
        isVerified={account.emailVerified}
        busy={busy}
        progress={progress}
      />
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        <TextField
          {...field("firstname", customer.firstname)}
          label="First name"
          name="firstname"
          autoComplete="given-name"
          maxLength={textLimit}
        />
        <TextField
          {...field("lastname", customer.lastname)}
          label="Last name"
          name="lastname"
          autoComplete="family-name"
          maxLength={textLimit}
        />
        <AddressFields field={field} stored={customer} />
      </div>
      <AccountDetails account={account} />
      <FailureNote answer={answer ?? refused} className="mt-6 mb-0" />
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <SubmitButton busy={busy} className="sm:min-w-40">
          Save
        </SubmitButton>
        <Button
          form="profile-view"
          look="quiet"
          className="min-h-13 px-8"
          onClick={(event) => {
            event.preventDefault();
            cancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

/**
 * Uploads a new picture. If that fails, the rest of the profile is saved and the stored picture stays.
 *
 * @returns form fields to save; undefined when the upload was cancelled
 */
async function sendPicture(
  picture: ChosenPicture,
  upload: ReturnType<typeof useUpload>["upload"],
): Promise<Record<string, string> | undefined> {
  if (picture === "none") return { removePicture: "yes" };
  if (picture === "kept") return {};
  try {
    const newPictureId = await upload(picture);
    return newPictureId ? { newPictureId } : undefined;
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    // biome-ignore lint/suspicious/noConsole: failed uploads are logged (docs/specification.md#titles-of-toasts)
    console.info("The picture was not uploaded:", error.message);
    showToast({ type: "error", title: "Picture not uploaded", text: error.message });
    return {};
  }
}
