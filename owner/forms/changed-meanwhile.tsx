import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
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
  /** The names of fields for numbers with decimals. */
  decimals: readonly string[];
}

/** Someone else saved first: their values next to this form's. See docs/decisions/0055. */
export function ChangedMeanwhile<Name extends string>({
  what,
  labels,
  original,
  current,
  typed,
  decimals,
}: ChangedMeanwhileProps<Name>) {
  const formats = useFormats();
  const shown = (name: Name, text: string) => (decimals.includes(name) ? typedNumber(text, formats) : text);
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
              <NowAndTyped now={shown(name, current[name])} typed={shown(name, typed[name] ?? "")} />
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function NowAndTyped({ now, typed }: { now: string; typed: string }) {
  return <Sentence text={`: now “${now}”, you entered “${typed}”`} names={[now, typed]} />;
}

/** Too long to compare in a sentence. What was typed is still in the form. */
function isLong(text: string) {
  return text.length > 500 || text.includes("\n");
}
