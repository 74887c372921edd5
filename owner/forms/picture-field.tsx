import { type PictureKind, pictureTypes, sentPictures } from "#shop/pictures/picture-rules.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { Picture } from "#ui/picture.tsx";
import { FileInput } from "./file-input.tsx";
import { pictureFileName, pictureRemovalName } from "./picture-field-names.ts";

interface PictureFieldProps {
  label: string;
  name: string;
  kind: PictureKind;
  /** The current picture's address, "" for none. After a rejected form, what was submitted. */
  value: string;
  error?: string | undefined;
  /** Comes before the hint about files. */
  hint?: string;
  className?: string;
}

const shapeHints: Record<Exclude<PictureKind, "wide">, string> = {
  square: "Cropped to a centred square.",
  page: "It keeps its shape.",
  logo: "Best as a transparent PNG, at least 400 pixels wide.",
  icon: "A square of at least 512 pixels.",
};

/** Of a wide picture that is sharp on large screens, in pixels. */
const usualWidth = 2400;

function shapeHint(kind: PictureKind, formats: Formats) {
  return kind === "wide"
    ? `Landscape, ${formatNumber(usualWidth, formats)} pixels wide if possible.`
    : shapeHints[kind];
}

/**
 * A picture in a form with `encType="multipart/form-data"`, whose action reads it with `readFormWithPictures`: shows the current one, and
 * replaces or removes it. Works without scripts.
 */
export function PictureField({ label, name, kind, value, error, hint, className = "" }: PictureFieldProps) {
  const formats = useFormats();
  const messageId = `${name}-message`;
  const fileName = pictureFileName(name);
  const removalName = pictureRemovalName(name);
  const largest = `${sentPictures.largest / 1024 / 1024} MB`;
  return (
    <div data-picture-field={name} className={`min-w-0 ${className}`}>
      <label htmlFor={fileName} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input type="hidden" name={name} value={value} />
      {value && (
        <div className="mb-3 flex flex-wrap items-center gap-4">
          <div className={`shrink-0 overflow-hidden rounded-lg bg-furniture ${frames[kind]}`}>
            <Picture
              src={value}
              alt={`Current ${label.toLowerCase()}`}
              sizes="16rem"
              largest={400}
              shape={fits[kind]}
            />
          </div>
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" name={removalName} className="size-4 accent-spruce" />
            Remove {label.toLowerCase()}
          </label>
        </div>
      )}
      <FileInput
        id={fileName}
        name={fileName}
        accept={pictureTypes}
        data-largest={sentPictures.largest}
        aria-invalid={error ? true : undefined}
        aria-describedby={messageId}
      />
      <p id={messageId} className="mt-1 text-sm wrap-anywhere text-soft">
        {error && <span className="block text-berry">{error}</span>}
        {hint && `${hint} `}JPEG, PNG or WebP, up to {largest}. {shapeHint(kind, formats)}
      </p>
    </div>
  );
}

const frames: Record<PictureKind, string> = {
  square: "size-24",
  wide: "w-64 max-w-full",
  page: "w-40 max-w-full",
  logo: "h-20 w-40 p-2",
  icon: "size-20",
};

const fits: Record<PictureKind, string> = {
  square: "aspect-square",
  wide: "h-auto!",
  page: "h-auto!",
  logo: "object-contain!",
  icon: "aspect-square",
};
