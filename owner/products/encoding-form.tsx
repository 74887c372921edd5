import type { UploadOptions } from "#shop/catalog/files/uploads/work-on-upload.ts";
import { encodings } from "#shop/files/encodings.ts";
import type { FileEncoding } from "#shop/files/text-encoding.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "../forms/form-fields.tsx";
import { ImportOptions } from "./import-options.tsx";

interface EncodingProps {
  /** The upload's. */
  id: string;
  /** The preview's address. */
  action?: string;
  options: UploadOptions | undefined;
  /** How the file was read; undefined if it couldn't be. */
  encoding: FileEncoding | undefined;
}

/** Says how a file was read, with a line of it, and reads it in another encoding. */
export function EncodingForm({ id, action = "/owner/products/import", options, encoding }: EncodingProps) {
  return (
    <form method="get" action={action} className="mb-4 grid max-w-xl gap-2">
      <input type="hidden" name="file" value={id} />
      <ImportOptions options={options} />
      {encoding?.sample && <p className="rounded-lg bg-raised px-3 py-2 wrap-anywhere">{encoding.sample}</p>}
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Encoding"
          name="encoding"
          hint={encoding?.isGuess ? "Guessed from the letters in the file" : undefined}
          defaultValue={encoding?.name ?? options?.encoding ?? "utf-8"}
        >
          {Object.entries(encodings).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button look="quiet">Read again</Button>
      </div>
    </form>
  );
}
