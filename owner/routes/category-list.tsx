import { type CategoryUse, labelKey, readShownUses } from "#shop/catalog/categories/category-use.ts";
import { moveCategory } from "#shop/catalog/categories/change-category.ts";
import { menuCategories, readCategories, type ShopCategory } from "#shop/catalog/categories.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { categoryScreen } from "../categories/category-address.ts";
import { MoveForm } from "../lists/move-form.tsx";
import { moveRow } from "../lists/move-row.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import { Thumbnail } from "../screen/thumbnail.tsx";
import type { Route } from "./+types/category-list";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const uses = await readShownUses(db);
  const all = await readCategories(db);
  return {
    categories: all.map((category) => ({
      ...category,
      address: `/owner${categoryScreen(category.slug)}`,
      ...(uses.get(labelKey(category)) ?? ({ active: 0, archived: 0 } satisfies CategoryUse)),
    })),
  };
}

/** Moves a category up or down. */
export function action(args: Route.ActionArgs) {
  const { email } = args.context.get(ownerContext);
  return moveRow(args, {
    list: "/categories",
    field: "slug",
    move: (shop, slug, direction) => moveCategory(shop, slug, direction, email),
  });
}

type Listed = ShopCategory & CategoryUse & { address: string };

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  const ofKind = (kind: ShopCategory["kind"]) => categories.filter((category) => category.kind === kind);
  const inMenu = menuCategories(categories).length;
  return (
    <Screen
      title="Categories"
      summary={`The shop shows them in this order. ${inMenu} of 8 places in the menu are taken.`}
      actions={<Button href="/owner/categories/new">Add category</Button>}
    >
      <CategoryTable name="Categories" rows={ofKind("category")} empty="No categories yet." />
      <Part title="Tags">
        <p className="mb-4 text-soft">Filters for products that have the tag, whatever their category.</p>
        <CategoryTable name="Tags" rows={ofKind("tag")} empty="No tags yet." />
      </Part>
    </Screen>
  );
}

function CategoryTable({ name, rows, empty }: { name: string; rows: Listed[]; empty: string }) {
  const isTags = name === "Tags";
  return (
    <Table
      caption={name}
      rows={rows.map((row) => {
        const beside = rows.filter(({ parent }) => parent === row.parent);
        return { ...row, isFirst: row === beside.at(0), isLast: row === beside.at(-1) };
      })}
      keyOf={({ slug }) => slug}
      empty={empty}
      room="some"
      columns={[
        { name: "Name", isTitle: true, cell: CategoryName },
        { name: "Address", cell: ({ slug }) => <span className="wrap-anywhere">{slug}</span> },
        { name: "Products", isNumber: true, cell: (row) => <Products {...row} /> },
        ...(isTags ? [] : [{ name: "In the menu", cell: ({ inMenu }: Listed) => (inMenu ? "Yes" : "No") }]),
        { name: "Order", cell: ({ slug, ...row }) => <MoveForm {...row} field="slug" value={slug} /> },
      ]}
    />
  );
}

function CategoryName({ name, picture, address, parent }: Listed) {
  return (
    <span className={`flex items-center gap-3 ${parent === null ? "" : "pl-8"}`}>
      {picture && <Thumbnail src={picture} />}
      <a href={address} className="text-link font-medium wrap-anywhere">
        {name}
      </a>
    </span>
  );
}

function Products({ kind, slug, active, archived }: Listed) {
  return (
    <>
      {kind === "category" && active > 0 ? (
        <a href={withQuery("/owner/products", { category: slug })} className="text-link">
          {active}
        </a>
      ) : (
        active
      )}
      {archived > 0 && <span className="block text-sm whitespace-nowrap text-soft">{archived} archived</span>}
    </>
  );
}
