import { formMessageId } from "../screen/alert.tsx";
import { CopiedField } from "./copied-field.tsx";

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
      <CopiedField name="secret" label={label} value={secret} hint={hint} />
    </section>
  );
}
