import type { ImportReport } from "#shop/earlier-shop/import-people.ts";
import { describeExport } from "#shop/earlier-shop/known-exports.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { EncodingForm } from "../products/encoding-form.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

interface ReportProps {
  id: string;
  name: string;
  encoding: string | undefined;
  report: ImportReport;
  /** Whether the form led to it, and not to an error. */
  isAnswer: boolean;
}

/** What a file of customers or orders would change, with a button that imports it. */
export function ImportReportPart({ id, name, encoding, report, isAnswer }: ReportProps) {
  const formats = useFormats();
  const { kind, counts, damaged, samples } = report;
  const count = counts.new + counts.changed;
  return (
    <Part title="Preview" id={isAnswer ? formMessageId : undefined}>
      <p className="mb-1 font-medium">{describeExport(report)}</p>
      <p className="mb-3 wrap-anywhere">
        <Sentence text={`${name}: ${countsInWords(report, formats)}`} names={[name]} />
      </p>
      {(report.encoding || damaged.length > 0) && (
        <EncodingForm
          id={id}
          action="/owner/customers/import"
          options={optionsWith(encoding)}
          encoding={report.encoding}
        />
      )}
      {damaged.length > 0 && (
        <p role="status" className="mb-4 rounded-lg border-l-4 border-amber bg-raised px-4 py-3">
          Letters look damaged on {linesInWords(damaged)}. Choose another encoding, or export the file again.
        </p>
      )}
      {report.twoDays && (
        <p role="status" className="mb-4 rounded-lg border-l-4 border-amber bg-raised px-4 py-3 wrap-anywhere">
          {`${formatNumber(report.twoDays.count, formats)} without a day that isn't clear (${namedLines(report.twoDays)}): ${report.twoDays.reason}.`}
        </p>
      )}
      <LeftOutRows leftOut={report.leftOut} />
      <p className="mb-3 text-soft">{kept[kind]}</p>
      <Table
        caption="Preview"
        rows={samples.map((sample, index) => ({ ...sample, index }))}
        keyOf={({ index }) => index}
        empty="Nothing would change."
        columns={[
          {
            name: kind === "customers" ? "Customer" : "Order",
            isTitle: true,
            cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi>,
          },
          { name: "Change", cell: ({ effect }) => (effect === "new" ? "New" : "Updated") },
          { name: "Details", cell: ({ detail }) => <bdi className="wrap-anywhere">{detail}</bdi> },
        ]}
      />
      {count > samples.length && <p className="mt-3">and {formatNumber(count - samples.length, formats)} more</p>}
      {count > 0 && (
        <PostForm step="import" className="mt-4 flex flex-wrap gap-3">
          <input type="hidden" name="file" value={id} />
          {encoding && <input type="hidden" name="encoding" value={encoding} />}
          <Button>Import</Button>
          <Button href="/owner/customers/import" look="quiet">
            Cancel
          </Button>
        </PostForm>
      )}
    </Part>
  );
}

/** Of a file's options, customers and orders only have the encoding. */
export function optionsWith(encoding: string | undefined) {
  return { replace: false, inFileOrder: false, encoding };
}

const kept = {
  customers:
    "Name, email, address, phone and the answer about marketing are kept; notes, tags and passwords stay behind. The import sends no emails.",
  orders:
    "Orders are kept to look at, for you and for customers with the same email. They don't count in sales, stock, invoices or bookkeeping.",
};

function LeftOutRows({ leftOut }: Pick<ImportReport, "leftOut">) {
  const formats = useFormats();
  if (leftOut.length === 0) return null;
  return (
    <div className="mb-3 wrap-anywhere">
      <p>Left out:</p>
      <ul className="mt-1 list-disc pl-5">
        {leftOut.map(({ reason, count, lines }) => (
          <li key={reason}>
            {reason}: {formatNumber(count, formats)} ({namedLines({ count, lines })})
          </li>
        ))}
      </ul>
    </div>
  );
}

function namedLines({ count, lines }: { count: number; lines: number[] }) {
  return `${linesInWords(lines)}${count > lines.length ? ", …" : ""}`;
}

function linesInWords(lines: number[]) {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
}

/** "120 new, 3 updated, 5 already here, 2 with an account, 4 left out" */
export function countsInWords({ counts, leftOut }: Pick<ImportReport, "counts" | "leftOut">, formats: Formats) {
  const parts: [count: number, what: string][] = [
    [counts.new, "new"],
    [counts.changed, "updated"],
    [counts.unchanged, "already here"],
    [counts.taken, "with an account"],
    [leftOut.reduce((sum, { count }) => sum + count, 0), "left out"],
  ];
  const told = parts.filter(([count, what]) => count > 0 || what === "new");
  return told.map(([count, what]) => `${formatNumber(count, formats)} ${what}`).join(", ");
}
