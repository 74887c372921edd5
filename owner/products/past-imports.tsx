import { href } from "react-router";
import type { PastImport } from "#shop/catalog/past-imports/past-imports.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { UndoLink, type UndoState } from "../changes/undo-link.tsx";
import { Part } from "../screen/screen.tsx";

export type ShownImport = Pick<PastImport, "id" | "name" | "actor" | "added" | "changed" | "removed"> & {
  at: string;
  state: UndoState;
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
          { name: "Undo", cell: undoCell },
        ]}
      />
    </Part>
  );
}

function undoCell({ id, name, state }: ShownImport) {
  return <UndoLink state={state} to={href("/products/imports/:importId", { importId: id })} name={name} />;
}

/** "3 added, 2 changed" */
export function changesInWords(
  { added, changed, removed }: Pick<PastImport, "added" | "changed" | "removed">,
  formats: Formats,
) {
  const counts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  return counts.map(([what, count]) => `${formatNumber(count, formats)} ${what}`).join(", ") || "Order";
}
