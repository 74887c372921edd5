import type { ComponentPropsWithRef } from "react";
import { formMessageId } from "../screen/alert.tsx";

interface PostFormProps extends ComponentPropsWithRef<"form"> {
  /** Which of a route's forms it is, unless its buttons say so. */
  step?: string;
  /** Set where leaving the page loses what was typed: whether that is so already, since the form wasn't saved. */
  unsaved?: boolean;
}

/** A form whose answer is the same screen, at its message. */
export function PostForm({ step, unsaved, children, ...form }: PostFormProps) {
  return (
    <form
      method="post"
      action={`#${formMessageId}`}
      data-unsaved={unsaved === undefined ? undefined : unsaved ? "changed" : ""}
      {...form}
    >
      {step !== undefined && <input type="hidden" name="step" value={step} />}
      {children}
    </form>
  );
}
