import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { PostForm } from "./post-form.tsx";

interface QuestionProps {
  /** Identifies it on its screen. */
  id: string;
  /** What the button that asks says, and what screen readers say of it where several look the same. */
  button: string;
  buttonLabel?: string;
  title: string;
  /** What happens. */
  children: ReactNode;
  /** The button that does it. */
  answer: string;
  step: string;
  fields?: Record<string, string>;
}

/** Asks before a form that can't be undone is sent. The browser opens and closes it without a script. */
export function Question({ id, button, buttonLabel, title, children, answer, step, fields = {} }: QuestionProps) {
  return (
    <>
      <Button type="button" popoverTarget={id} look="quiet" aria-label={buttonLabel}>
        {button}
      </Button>
      <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`} className="question">
        <h2 id={`${id}-title`} className="text-xl wrap-anywhere">
          {title}
        </h2>
        <div className="mt-2 mb-5 text-soft">{children}</div>
        <PostForm step={step} className="flex flex-wrap gap-3">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button>{answer}</Button>
          <Button type="button" popoverTarget={id} popoverTargetAction="hide" look="quiet">
            Cancel
          </Button>
        </PostForm>
      </div>
    </>
  );
}
