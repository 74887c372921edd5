import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { largestPicture, pictureMessages, pictureTypes } from "#shop/pictures/picture-rules.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { ProfileCircle } from "./profile-circle.tsx";

/** The picture after saving: a new file, none, or the stored one. */
export type ChosenPicture = File | "none" | "kept";

interface PictureChooserProps {
  stored: string | null;
  chosen: ChosenPicture;
  onChoose: (chosen: ChosenPicture) => void;
  /** Only customers with a verified email can add a picture. */
  isVerified: boolean;
  busy: boolean;
  /** From 0 to 1 during an upload. */
  progress?: number;
}

/** The picture uploads only when the profile is saved. */
export function PictureChooser({ stored, chosen, onChoose, isVerified, busy, progress }: PictureChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const preview = usePreview(chosen);
  const shown = chosen === "none" ? null : (preview ?? stored);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    currentTarget.value = "";
    if (!file) return;
    const refused = refusalOf(file);
    setProblem(refused);
    if (!refused) onChoose(file);
  }

  function remove() {
    onChoose("none");
    // The button that has the focus goes.
    input.current?.focus();
  }

  return (
    <div className="mb-6 flex flex-wrap items-center gap-5">
      <ProfileCircle imageUrl={shown} className="size-24" />
      <div>
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            id="profile-picture"
            type="file"
            accept={pictureTypes}
            aria-describedby="profile-picture-hint"
            className="hidden-file sr-only"
            disabled={busy || !isVerified}
            onChange={choose}
          />
          <label htmlFor="profile-picture" className="button button-quiet cursor-pointer">
            {shown ? "Replace picture" : "Choose picture"}
          </label>
          {shown && (
            <Button type="button" look="quiet" disabled={busy} onClick={remove}>
              Remove picture
            </Button>
          )}
        </div>
        <p
          id="profile-picture-hint"
          role={problem ? "alert" : undefined}
          className={`mt-2 text-sm ${problem ? "text-berry" : "text-soft"}`}
        >
          {problem ?? (isVerified ? "JPG, PNG or WebP, up to 5 MB" : <VerifyFirst />)}
        </p>
        {progress !== undefined && (
          <progress value={progress} max={1} aria-label="Uploading picture" className="mt-2 w-full" />
        )}
      </div>
    </div>
  );
}

function VerifyFirst() {
  return (
    <>
      {pictureMessages.unverified}.{" "}
      <Link to={href("/verify-email")} className="text-link">
        Verify email
      </Link>
    </>
  );
}

/** Checks that need no upload. The server checks the file's content. */
function refusalOf({ name, size }: File) {
  if (!/\.(jpe?g|png|webp)$/i.test(name)) return pictureMessages.type;
  if (size > largestPicture) return pictureMessages.size;
  return undefined;
}

function usePreview(chosen: ChosenPicture) {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!(chosen instanceof File)) return setPreview(undefined);
    const address = URL.createObjectURL(chosen);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [chosen]);
  return preview;
}
