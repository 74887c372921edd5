import type { readImports } from "#shop/earlier-shop/imports.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Part } from "../screen/screen.tsx";

type Import = Awaited<ReturnType<typeof readImports>>[number] & { when: string };

/** The imports of customers and orders, each with a button that undoes it. */
export function ImportTable({ imports }: { imports: Import[] }) {
  const formats = useFormats();
  if (imports.length === 0) return null;
  return (
    <Part title="Imports">
      <Table
        caption="Imports"
        rows={imports}
        keyOf={({ id }) => id}
        empty=""
        room="some"
        columns={[
          {
            name: "File",
            isTitle: true,
            cell: ({ file, shop, kind }) => (
              <>
                <bdi className="font-medium wrap-anywhere">{file}</bdi>
                <span className="block text-sm text-soft">
                  {shop} {kind}
                </span>
              </>
            ),
          },
          { name: "Date", cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span> },
          { name: "By", cell: ({ actor }) => <span className="wrap-anywhere">{actor}</span> },
          { name: "Added", isNumber: true, cell: ({ added }) => formatNumber(added, formats) },
          {
            name: "Undo",
            heading: <span className="sr-only">Undo</span>,
            cell: ({ id, file, added, taken, changed }) =>
              added > taken || changed > 0 ? (
                <PostForm step="undo">
                  <input type="hidden" name="import" value={id} />
                  <Button look="quiet">
                    Undo<span className="sr-only"> {file}</span>
                  </Button>
                </PostForm>
              ) : (
                <span className="text-soft">All have an account</span>
              ),
          },
        ]}
      />
      <p className="mt-3 text-sm text-soft">
        Undoing removes what the import added and takes back what it changed. Customers who have an account by now stay.
      </p>
    </Part>
  );
}
