import type { PastImport } from "#shop/catalog/past-imports/past-imports.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";

export type ShownImport = Pick<PastImport, "id" | "name" | "actor" | "added" | "changed" | "removed"> & {
  at: string;
  state: "kept" | "in part" | "undoing" | "undone";
};

/** The latest imports, each with a link that leads to undoing it. */
export function PastImports({ imports }: { imports: ShownImport[] }) {
  const formats = useFormats();
  return (
    <Part title="Past imports">
      <Table
        caption="Past imports"
        rows={imports}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          {
            name: "File",
            isTitle: true,
            cell: ({ name, at, actor }) => (
              <span className="wrap-anywhere">
                <bdi>{name}</bdi>{" "}
                <span className="block text-sm font-normal text-soft">
                  {at}, {actor}
                </span>
              </span>
            ),
          },
          { name: "Changes", cell: (past) => changesInWords(past, formats) },
          { name: "Undo", cell: (past) => <UndoLink {...past} /> },
        ]}
      />
    </Part>
  );
}

function UndoLink({ id, name, state }: ShownImport) {
  if (state === "undone") return <span className="text-soft">Undone</span>;
  if (state === "undoing") return <span className="text-soft">Being undone…</span>;
  return (
    <>
      {state === "in part" && <span className="block text-soft">Undone in part</span>}
      <a href={`/owner/products/imports/${id}`} className="text-link inline-flex min-h-11 items-center">
        {state === "in part" ? "Undo the rest" : "Undo"}
        <span className="sr-only">
          {state === "in part" ? " of" : ""} {name}
        </span>
      </a>
    </>
  );
}

/** "3 added, 2 changed" */
export function changesInWords(
  { added, changed, removed }: Pick<PastImport, "added" | "changed" | "removed">,
  formats: Formats,
) {
  const counts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  return counts.map(([what, count]) => `${formatNumber(count, formats)} ${what}`).join(", ") || "Order";
}
