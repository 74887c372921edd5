import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Alert } from "../screen/alert.tsx";
import type { FieldConflict } from "./merge-edit.ts";

interface ChangedMeanwhileProps {
  /** What was being edited: "this page". */
  what: string;
  labels: Record<string, string>;
  conflicts: FieldConflict[];
  /** The names of fields for numbers with decimals. */
  decimals: readonly string[];
}

/** Someone else saved the same fields first: their values next to this form's. See docs/decisions/0055 and 0368. */
export function ChangedMeanwhile({ what, labels, conflicts, decimals }: ChangedMeanwhileProps) {
  const formats = useFormats();
  return (
    <Alert>
      <p className="font-medium">
        {`Not saved. Someone else changed ${what} while you were editing. Save again to overwrite their changes.`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {conflicts.map(({ field, now, typed, isTouched }) => {
          const shown = (text: string) => (decimals.includes(field) ? typedNumber(text, formats) : text);
          return (
            <li key={field} className="wrap-anywhere">
              {labels[field]}
              {isLong(now) ? (
                <pre dir="auto" className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap">
                  {now}
                </pre>
              ) : (
                <NowAndTyped now={shown(now)} typed={shown(typed)} isTouched={isTouched} />
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

function NowAndTyped({ now, typed, isTouched }: Omit<FieldConflict, "field">) {
  const own = isTouched ? "you entered" : "this form has";
  return <Sentence text={`: now “${now}”, ${own} “${typed}”`} names={[now, typed]} />;
}

/** Too long to compare in a sentence. What was typed is still in the form. */
function isLong(text: string) {
  return text.length > 500 || text.includes("\n");
}
