import {
  decisionInWords,
  type ExportNotes,
  exportInWords,
  redirectsInWords,
  titlesInWords,
} from "#shop/catalog/files/reading/other-shops/export-notes.ts";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";

/** What becomes of another shop's export. */
export function PreviewedExport({ notes }: { notes: ExportNotes }) {
  const formats = useFormats();
  const { columns, unused, leftOut, drafts, decisions, redirects } = notes;
  return (
    <div className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 wrap-anywhere">
      <p className="font-medium">{exportInWords(notes, formats)}</p>
      {leftOut.length > 0 && (
        <>
          <p className="mt-2">Left out:</p>
          <ul className="mt-1 list-disc pl-5">
            {leftOut.map((each) => (
              <li key={each.reason}>{titlesInWords(each, formats)}</li>
            ))}
          </ul>
        </>
      )}
      {drafts && <p className="mt-2">{titlesInWords(drafts, formats)}</p>}
      {decisions.length > 0 && (
        <>
          <p className="mt-2">Where the file doesn't say:</p>
          <ul className="mt-1 list-disc pl-5">
            {decisions.map((each) => (
              <li key={each.decision}>{decisionInWords(each, formats)}</li>
            ))}
          </ul>
        </>
      )}
      {redirects.count > 0 && (
        <>
          <p className="mt-2">{redirectsInWords(redirects, formats)}:</p>
          <ul className="mt-1 list-disc pl-5">
            {redirects.examples.map(({ from, to }) => (
              <li key={from}>
                {from} → {to}
              </li>
            ))}
          </ul>
        </>
      )}
      <details className="mt-1">
        <summary className="inline-flex min-h-11 items-center underline">What becomes of its columns</summary>
        <Table
          caption="What becomes of the file's columns"
          rows={columns}
          keyOf={({ column }) => column}
          empty=""
          room="least"
          columns={[
            { name: "Column", isTitle: true, cell: ({ column }) => column },
            { name: "Becomes", cell: ({ becomes }) => becomes },
          ]}
        />
        {unused.length > 0 && <p className="mt-3 text-sm text-soft">Not imported: {unused.join(", ")}</p>}
      </details>
    </div>
  );
}
