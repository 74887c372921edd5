import { pictureTypes, sentPictures } from "#shop/pictures/picture-rules.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { FileInput } from "../forms/file-input.tsx";
import { Alert } from "../screen/alert.tsx";
import { altFieldName, altLimit, mostAltFields } from "./alt-fields.ts";

/** The anchor of the pictures' section. */
export const picturesId = "pictures";

interface PictureFormsProps {
  /** The product form's ID. The buttons submit it too, so that its input isn't lost. See docs/decisions/0102. */
  form: string;
  /** URLs, in display order. */
  pictures: string[];
  /** The picture in product lists. */
  thumbnail: string;
  /** How many sizes are ready, for pictures in progress. */
  progress: Record<string, { made: number; all: number }>;
  errors: string[];
  /** A text for each picture that has one, in display order. */
  alts: string[];
  altsError: string | undefined;
}

/** Moves, removes, describes and adds a product's pictures: with scripts also by dropping files and dragging. */
export function PictureForms({ form, pictures, thumbnail, progress, errors, alts, altsError }: PictureFormsProps) {
  const hasErrors = errors.length > 0;
  return (
    <section
      // The anchor of its buttons, or of the errors if there are any.
      id={hasErrors ? undefined : picturesId}
      tabIndex={-1}
      data-pictures=""
      data-largest={sentPictures.largest}
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
      {altsError && <p className="mb-3 text-sm wrap-anywhere text-berry">{altsError}</p>}
      <PictureList form={form} pictures={pictures} thumbnail={thumbnail} progress={progress} alts={alts} />
      <div data-drop-zone="" className="mt-6">
        <PictureFiles label="Add pictures" form={form} />
        <Button {...step} form={form} value="upload" data-without-scripts="" look="quiet" className="mt-3">
          Upload
        </Button>
        <div role="status" aria-label="Uploads">
          <ul data-uploads="" className="grid gap-1 text-sm" />
        </div>
      </div>
    </section>
  );
}

interface PictureFilesProps {
  label: string;
  /** The ID of its form, if it is outside. */
  form?: string;
  errors?: string[];
}

/** A field for files that become a product's pictures. `takeSentPictures` or `withSentPictures` reads it. */
export function PictureFiles({ label, form, errors = [] }: PictureFilesProps) {
  return (
    <div>
      <label htmlFor="new-pictures" className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <FileInput
        id="new-pictures"
        name="pictures"
        form={form}
        multiple
        accept={pictureTypes}
        data-largest={sentPictures.largest}
        aria-invalid={errors.length > 0 ? true : undefined}
        aria-describedby="new-pictures-hint"
      />
      <div id="new-pictures-hint" className="mt-1 text-sm wrap-anywhere text-soft">
        {errors.map((error) => (
          <p key={error} className="text-berry">
            {error}
          </p>
        ))}
        <p>
          JPEG, PNG or WebP. Up to {sentPictures.most} files, {inMegabytes(sentPictures.largest)} each,{" "}
          {inMegabytes(sentPictures.together)} in total. Cropped to a centred square.
        </p>
      </div>
    </div>
  );
}

function PictureList({ form, pictures, thumbnail, progress, alts }: Omit<PictureFormsProps, "errors" | "altsError">) {
  return (
    <div data-picture-list="">
      {pictures.length === 0 && <p className="text-soft">No pictures yet.</p>}
      <ol className="grid grid-cols-2 gap-4">
        {pictures.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a catalog may show one picture twice
          <li key={index} draggable data-picture={index + 1} className="min-w-0 text-sm">
            <div className="aspect-square overflow-hidden rounded-lg bg-furniture">
              <Picture src={address} alt={`Picture ${index + 1}`} sizes="11rem" largest={400} />
            </div>
            <p className="mt-1 text-soft">
              {index === 0 ? "Main picture" : index + 1}
              {address === thumbnail && index > 0 && ", in lists"}
              <Progress {...progress[address]} />
            </p>
            {index < mostAltFields && <AltField form={form} number={index + 1} address={address} text={alts[index]} />}
            <p className="flex flex-wrap gap-x-4">
              {index > 0 && <Step form={form} name="earlier" label="Move earlier" number={index + 1} />}
              {index < pictures.length - 1 && <Step form={form} name="later" label="Move later" number={index + 1} />}
              {index > 1 && <Step form={form} name="first" label="Make main" number={index + 1} />}
              <Step form={form} name="remove" label="Remove" number={index + 1} />
            </p>
          </li>
        ))}
      </ol>
      {Object.keys(progress).length > 0 && (
        <p className="mt-4 text-sm text-soft">
          New pictures are live. Sharper versions appear when all sizes are ready.{" "}
          <button type="submit" {...step} form={form} value="look" className={`text-link ${target}`}>
            Refresh
          </button>
        </p>
      )}
    </div>
  );
}

interface AltFieldProps {
  form: string;
  number: number;
  address: string;
  text: string | undefined;
}

function AltField({ form, number, address, text = "" }: AltFieldProps) {
  return (
    <input
      type="text"
      dir="auto"
      form={form}
      name={altFieldName(number)}
      data-alt={address}
      defaultValue={text}
      maxLength={Math.max(altLimit, text.length)}
      aria-label={`Alt text of picture ${number}`}
      placeholder="Alt text"
      className="mt-1 h-11 w-full rounded-lg border border-field bg-raised px-2 hover:border-ink"
    />
  );
}

function Progress({ made, all }: { made?: number; all?: number }) {
  return made !== undefined && `, ${made} of ${all} sizes ready`;
}

const target = "inline-flex min-h-8 cursor-pointer items-center text-left";

function Step({ form, name, label, number }: { form: string; name: string; label: string; number: number }) {
  return (
    <button type="submit" {...step} form={form} value={`${name} ${number}`} className={`text-link ${target}`}>
      {label}
      <span className="sr-only"> (picture {number})</span>
    </button>
  );
}

/** Returns to the pictures, which are far down on a phone. */
const step = { name: "step", formNoValidate: true, formAction: `#${picturesId}` };

function inMegabytes(bytes: number) {
  return `${bytes / 1024 / 1024} MB`;
}
