import { FileInput } from "./file-input.tsx";

interface FileFieldProps {
  label: string;
  accept: string;
  /** Bytes. */
  largest: number | undefined;
}

/** A field for one file to import, named `file`. */
export function FileField({ label, accept, largest }: FileFieldProps) {
  return (
    <div>
      <label htmlFor="file" className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <FileInput id="file" name="file" accept={accept} data-largest={largest} required />
    </div>
  );
}
