import { Sentence } from "#ui/sentence.tsx";
import { Alert } from "../screen/alert.tsx";

interface ChangedMeanwhileProps<Name extends string> {
  /** What was being edited: "this page". */
  what: string;
  labels: Record<Name, string>;
  /** The values when the form was opened. */
  original: Partial<Record<Name, unknown>>;
  /** The values that someone else has saved. */
  current: Record<Name, string>;
  typed: Record<string, string>;
}

/** Someone else saved first: their values next to this form's. See docs/decisions/0055. */
export function ChangedMeanwhile<Name extends string>({
  what,
  labels,
  original,
  current,
  typed,
}: ChangedMeanwhileProps<Name>) {
  const changed = (Object.keys(current) as Name[]).filter((name) => original[name] !== current[name]);
  return (
    <Alert>
      <p className="font-medium">
        {`Not saved. Someone else changed ${what} while you were editing. Save again to overwrite their changes.`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {changed.map((name) => (
          <li key={name} className="wrap-anywhere">
            {labels[name]}
            {isLong(current[name]) ? (
              <pre dir="auto" className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap">
                {current[name]}
              </pre>
            ) : (
              <Sentence
                text={`: now “${current[name]}”, you entered “${typed[name] ?? ""}”`}
                names={[current[name], typed[name]]}
              />
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Too long to compare in a sentence. What was typed is still in the form. */
function isLong(text: string) {
  return text.length > 500 || text.includes("\n");
}
