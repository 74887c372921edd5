import { Button } from "#ui/button.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { TextField } from "./form-fields.tsx";

interface ShownOnceProps {
  title: string;
  /** The field's label. */
  label: string;
  /** What its reader needs to copy now. */
  secret: string;
  hint: string;
}

/** A secret that the shop can't show again, as the answer to the form that made it. */
export function ShownOnce({ title, label, secret, hint }: ShownOnceProps) {
  return (
    <section
      id={formMessageId}
      tabIndex={-1}
      aria-label={title}
      className="mb-6 rounded-lg border-l-4 border-spruce bg-raised px-4 py-4"
    >
      <h2 className="mb-3 text-xl wrap-anywhere">{title}</h2>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label={label}
          name="secret"
          value={secret}
          readOnly
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          hint={hint}
          className="max-w-xl grow basis-72"
        />
        <Button type="button" look="quiet" hidden data-with-scripts data-copy="secret" className="sm:mt-6">
          Copy
        </Button>
      </div>
    </section>
  );
}
