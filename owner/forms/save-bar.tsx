import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";

/** The buttons that save a form. Once something is changed, scripts keep them in view and say so (`owner/enhancements/unsaved-input.ts`). */
export function SaveBar({ children = <Button>Save</Button> }: { children?: ReactNode }) {
  return (
    <div className="save-bar">
      <UnsavedNote />
      {children}
    </div>
  );
}

/** Says "Unsaved changes" while its form has some. */
export function UnsavedNote() {
  return (
    <p role="status" data-unsaved-note="" className="text-sm leading-tight font-medium empty:hidden max-sm:max-w-20" />
  );
}
