import type { OptionValues } from "#shop/catalog/groups/order-siblings.ts";
import { pictureTypes, sentPictures } from "#shop/pictures/picture-rules.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { FileInput } from "../forms/file-input.tsx";
import { SelectField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { FormError } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import type { GroupPicture } from "./group-table.ts";
import type { ShownVariant } from "./variant-table.tsx";

interface GroupPicturesProps {
  pictures: GroupPicture[];
  options: OptionValues[];
  variants: ShownVariant[];
  error: string | undefined;
}

/** The pictures of a group with their numbers, and a form that adds one to some of its variants. */
export function GroupPictures({ pictures, options, variants, error }: GroupPicturesProps) {
  return (
    <Part title="Pictures">
      {pictures.length > 0 && (
        <ol className="mb-6 flex flex-wrap gap-3">
          {pictures.map(({ address, name }, index) => (
            <li key={address} className="w-16 text-center text-sm">
              <span className="block size-16 overflow-hidden rounded-lg bg-furniture">
                <Picture src={address} alt={`Picture ${index + 1}, of ${name}`} sizes="4rem" largest={400} />
              </span>
              <span aria-hidden="true" className="text-soft tabular-nums">
                {index + 1}
              </span>
            </li>
          ))}
        </ol>
      )}
      <PostForm
        step="picture"
        encType="multipart/form-data"
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        {error && (
          <div className="sm:col-span-3">
            <FormError formError={error} />
          </div>
        )}
        <div className="min-w-0">
          <label htmlFor="picture" className="mb-1 block text-sm font-medium">
            Add a picture
          </label>
          <FileInput
            id="picture"
            name="picture"
            accept={pictureTypes}
            data-largest={sentPictures.largest}
            aria-describedby="picture-hint"
          />
        </div>
        <SelectField label="Main picture of" name="for">
          <option value="[]">All variants</option>
          {options.map(({ name, values }) => (
            <optgroup key={name} label={name}>
              {values.map((value) => (
                <option key={value} value={JSON.stringify([name, value])}>
                  {value}
                </option>
              ))}
            </optgroup>
          ))}
          <optgroup label="One variant">
            {variants.map(({ id, options }) => (
              <option key={id} value={JSON.stringify([id])}>
                {options || id}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <Button look="quiet" className="justify-self-start sm:mt-6">
          Upload
        </Button>
        <p id="picture-hint" className="text-sm text-soft sm:col-span-3">
          JPEG, PNG or WebP, up to {sentPictures.largest / 1024 / 1024} MB. Cropped to a centred square. The table above
          gives a variant another of these pictures by its number.
        </p>
      </PostForm>
    </Part>
  );
}
