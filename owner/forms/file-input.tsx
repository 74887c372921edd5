import type { ComponentProps } from "react";
import { UploadIcon } from "#ui/icons.tsx";

/**
 * A browser's file field, drawn as a place to drop files on. Without scripts the browser draws it, because only scripts can say what was chosen
 * (`owner/enhancements/file-fields.ts`).
 */
export function FileInput(input: ComponentProps<"input">) {
  return (
    <div className="file-zone">
      <p aria-hidden="true">
        <UploadIcon className="size-5 shrink-0" />
        <span data-invitation="">
          <span className="text-link">{input.multiple ? "Choose files" : "Choose a file"}</span> or drop{" "}
          {input.multiple ? "them" : "it"} here
        </span>
        <span data-chosen="" className="min-w-0 empty:hidden" />
      </p>
      <input type="file" {...input} />
    </div>
  );
}
