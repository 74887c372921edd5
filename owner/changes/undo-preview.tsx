import type { UndoPreview } from "#shop/undo/preview-undo.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";
import type { ShownKept, ShownUndone } from "./kept-values.server.ts";

/** What undoing does to products. */
export function undoInWords(
  { deleted, archived, unarchived, restored, returned }: UndoPreview["counts"],
  formats: Formats,
) {
  const products = (count: number) => `${formatNumber(count, formats)} ${count === 1 ? "product" : "products"}`;
  return [
    deleted > 0 && `${products(deleted)} will be deleted.`,
    archived > 0 && `${products(archived)} will be archived, because they were sold, changed or archived before.`,
    unarchived > 0 && `${products(unarchived)} will be on sale again.`,
    restored > 0 && `${products(restored)} will be as before.`,
    returned > 0 && `${products(returned)} that were removed will be back.`,
  ].filter((effect) => effect !== false);
}

interface UndoButtonsProps {
  /** What the first button says. */
  label: string;
  /** Whether anything goes back without insisting. */
  isLeft: boolean;
  kept: ShownKept[];
}

/** The buttons that undo: what goes back by itself, and what was changed since, too. */
export function UndoButtons({ label, isLeft, kept }: UndoButtonsProps) {
  return (
    <>
      {isLeft && <Button>{label}</Button>}
      {hasInsistable(kept) && (
        <Button name="insists" value="on" look={isLeft ? "quiet" : undefined}>
          {isLeft ? "Undo all, also what was changed since" : "Undo what was changed since"}
        </Button>
      )}
    </>
  );
}

function hasInsistable(kept: ShownKept[]) {
  return kept.some(({ isInsistable }) => isInsistable);
}

const valueColumns = [
  { name: "Now", cell: ({ now }: ShownUndone) => <span className="wrap-anywhere">{now}</span> },
  { name: "After the undo", cell: ({ former }: ShownUndone) => <span className="wrap-anywhere">{former}</span> },
];

/** The first products that go back. @param total how many there are */
export function UndoneTable({ products, total }: { products: ShownUndone[]; total: number }) {
  const formats = useFormats();
  const others = total - new Set(products.map(({ id }) => id)).size;
  return (
    <Part title="Products">
      <Table
        caption="Products"
        rows={products}
        keyOf={({ id, what }) => `${what} ${id}`}
        empty=""
        columns={[
          {
            name: "Product",
            isTitle: true,
            cell: ({ title, address }) => (
              <span className="wrap-anywhere">
                {address ? (
                  <a href={address} dir="auto" className="text-link">
                    {title}
                  </a>
                ) : (
                  <bdi>{title}</bdi>
                )}
              </span>
            ),
          },
          { name: "What goes back", cell: ({ what }) => what },
          ...(products.some(({ now }) => now !== undefined) ? valueColumns : []),
        ]}
      />
      {others > 0 && <p className="mt-3">and {formatNumber(others, formats)} more</p>}
    </Part>
  );
}

/** What was changed since, and stays. */
export function KeptTable({ kept, otherKept }: { kept: ShownKept[]; otherKept: number }) {
  return (
    <>
      <h2 className="mb-2 text-xl">Changed since</h2>
      <p className="mb-2 text-soft">
        {hasInsistable(kept)
          ? "These stay as they are now, unless you undo them as well."
          : "These stay as they are now."}
      </p>
      <Table
        caption="Changed since"
        rows={kept}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          {
            name: "What",
            isTitle: true,
            cell: ({ title }) => (
              <span className="wrap-anywhere">
                <bdi>{title}</bdi>
              </span>
            ),
          },
          { name: "What stays", cell: ({ what }) => what },
          { name: "Now", cell: ({ now }) => <span className="wrap-anywhere">{now}</span> },
          { name: "Before the change", cell: ({ former }) => <span className="wrap-anywhere">{former}</span> },
        ]}
      />
      {otherKept > 0 && <p className="mt-3">and {otherKept} more</p>}
    </>
  );
}
