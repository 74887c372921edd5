import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { FormError } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

interface ActionFormProps {
  step: string;
  title: string;
  button: string;
  formError: string | undefined;
  /** The problems behind the error. */
  details?: string[] | undefined;
  /** The order's version that the owner saw. */
  version?: string;
  /** Not the order's next step: folded until it is asked for. */
  isQuiet?: boolean;
  /** Unfolds it, because it has input. */
  isOpen?: boolean;
  hasFiles?: boolean;
  children?: ReactNode;
}

/** A form that runs one order action. */
export function ActionForm(props: ActionFormProps) {
  const { step, title, button, formError, details, version, isQuiet, isOpen, hasFiles, children } = props;
  return (
    <Part title={title} fold={isQuiet && (isOpen || formError !== undefined ? "open" : "closed")}>
      <PostForm
        step={step}
        encType={hasFiles ? "multipart/form-data" : undefined}
        unsaved={isOpen || formError !== undefined}
        className="grid gap-3"
      >
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <FormError formError={formError} details={details} />
        {children}
        <Button look={isQuiet ? "quiet" : "main"} className="justify-self-start">
          {button}
        </Button>
      </PostForm>
    </Part>
  );
}
