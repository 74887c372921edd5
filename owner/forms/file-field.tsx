/** A field for one file, named `file`. */
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
        required
        className="w-full rounded-lg border border-field bg-raised p-2 file:mr-3 file:rounded-md file:border-0 file:bg-ink/8 file:px-3 file:py-1.5"
      />
    </div>
  );
}
