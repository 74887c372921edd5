import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";

/** A field for one file to import, named `file`. */
export function FileField({ label, accept }: { label: string; accept: string }) {
  return (
    <div>
      <label htmlFor="file" className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        type="file"
        id="file"
        name="file"
        accept={accept}
        data-largest={catalogFormBytes}
        required
        className="w-full rounded-lg border border-field bg-raised p-2 file:mr-3 file:rounded-md file:border-0 file:bg-ink/8 file:px-3 file:py-1.5"
      />
    </div>
  );
}
