import type { ComponentPropsWithoutRef } from "react";
import { pictureTypes, sentPictures } from "#shop/pictures/picture-rules.ts";
import { Picture } from "../../app/components/picture.tsx";
import { Alert } from "./alert.tsx";

/** Where the pictures are in their screen. */
export const picturesId = "pictures";

interface PictureFormsProps {
  /** The id of the product's form: what is typed there stays when a picture is moved. */
  form: string;
  /** Addresses, in the order in which shoppers see them. */
  pictures: string[];
  /** The picture on lists. */
  thumbnail: string;
  /** How many sizes of a picture are made, of those that are still being made. */
  progress: Record<string, { made: number; all: number }>;
  errors: string[];
}

/** A product's pictures: to be moved, removed, and added to. */
export function PictureForms({ form, pictures, thumbnail, progress, errors }: PictureFormsProps) {
  const hasErrors = errors.length > 0;
  return (
    <section
      // Where its buttons lead; to what was wrong, if anything was.
      id={hasErrors ? undefined : picturesId}
      tabIndex={-1}
      aria-label="Pictures"
      className="mb-8 scroll-mt-4 outline-none"
    >
      <h2 className="mb-3 text-xl">Pictures</h2>
      {hasErrors && (
        <Alert id={picturesId}>
          <ul className="grid gap-1 wrap-anywhere">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Alert>
      )}
      {pictures.length === 0 && <p className="mb-4 text-soft">It has none yet.</p>}
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8 gap-y-4">
        {pictures.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a catalog may show one picture twice
          <li key={index} className="flex flex-wrap gap-3">
            <div className="size-24 shrink-0 overflow-hidden rounded-lg bg-furniture">
              <Picture src={address} alt={`Picture ${index + 1}`} sizes="6rem" largest={400} />
            </div>
            <div className="grid min-w-0 flex-[1_1_9rem] content-center gap-1 text-sm">
              <p className="text-soft">
                {index + 1}
                {address === thumbnail && ", on lists"}
                <Progress {...progress[address]} />
              </p>
              <p className="flex flex-wrap gap-x-4">
                {index > 0 && <Step form={form} name="earlier" label="Move earlier" number={index + 1} />}
                {index < pictures.length - 1 && <Step form={form} name="later" label="Move later" number={index + 1} />}
                {index > 1 && <Step form={form} name="first" label="Make first" number={index + 1} />}
                <Step form={form} name="remove" label="Remove" number={index + 1} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {Object.keys(progress).length > 0 && (
        <p className="mt-4 text-sm text-soft">
          Shoppers see new pictures already, and sharper ones when all sizes are made.{" "}
          <StepButton form={form} value="look" className={`text-link ${target}`}>
            Look again
          </StepButton>
        </p>
      )}
      <label htmlFor="new-pictures" className="mt-6 mb-1 block text-sm font-medium">
        Add pictures
      </label>
      <input
        type="file"
        id="new-pictures"
        name="pictures"
        form={form}
        multiple
        accept={pictureTypes}
        aria-describedby="new-pictures-hint"
        className="w-full rounded-lg border border-field bg-raised p-2 text-sm file:mr-3 file:rounded-md file:border-0 file:bg-ink/8 file:px-3 file:py-1.5"
      />
      <p id="new-pictures-hint" className="mt-1 mb-3 text-sm text-soft">
        JPEG, PNG or WebP, {sentPictures.most} at once, {inMegabytes(sentPictures.largest)} each and{" "}
        {inMegabytes(sentPictures.together)} together at most. Shown as squares, cut from the middle.
      </p>
      <StepButton form={form} value="upload" className="button button-quiet">
        Upload
      </StepButton>
    </section>
  );
}

function Progress({ made, all }: { made?: number; all?: number }) {
  return made !== undefined && `, ${made} of ${all} sizes made`;
}

const target = "inline-flex min-h-8 cursor-pointer items-center text-left";

function Step({ form, name, label, number }: { form: string; name: string; label: string; number: number }) {
  return (
    <StepButton form={form} value={`${name} ${number}`} className={`text-link ${target}`}>
      {label}
      <span className="sr-only"> (picture {number})</span>
    </StepButton>
  );
}

/** Leads to the pictures again, which on a phone are far down. */
function StepButton(button: ComponentPropsWithoutRef<"button">) {
  return <button type="submit" name="step" formNoValidate formAction={`#${picturesId}`} {...button} />;
}

function inMegabytes(bytes: number) {
  return `${bytes / 1024 / 1024} MB`;
}
