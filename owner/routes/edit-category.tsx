import { categoryForm, toCategoryForm } from "#shop/catalog/categories/category-form.ts";
import { hasMenuRoom } from "#shop/catalog/categories/category-rules.ts";
import { labelKey, readShownUses } from "#shop/catalog/categories/category-use.ts";
import { addCategory, deleteCategory, editCategory } from "#shop/catalog/categories/change-category.ts";
import { readCategories, topCategories } from "#shop/catalog/categories.ts";
import { FormRefusedError } from "#shop/forms/form-errors.ts";
import { Button } from "#ui/button.tsx";
import { categoryColors } from "#ui/category-colors.ts";
import { withQuery } from "../addresses.ts";
import { categoryScreen } from "../categories/category-address.ts";
import { categoryFields } from "../categories/category-fields.ts";
import { DeleteForm } from "../categories/delete-form.tsx";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { RedirectField } from "../forms/form-fields.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/edit-category";

const category = recordForm({
  keyOf: (params) => params.category,
  form: categoryForm,
  pictures: { picture: "square" },
  async read({ db }, slug) {
    const all = await readCategories(db);
    const parents = topCategories(all)
      .filter((other) => other.slug !== slug)
      .map(({ slug, name }) => ({ slug, name }));
    if (slug === undefined) return { parents, hasMenuRoom: hasMenuRoom(all, "") };
    const found = all.find((candidate) => candidate.slug === slug);
    if (!found) return undefined;
    const { active = 0, archived = 0 } = (await readShownUses(db)).get(labelKey(found)) ?? {};
    const others = all.filter((other) => other.kind === "category" && other.slug !== slug);
    return {
      saved: toCategoryForm(found),
      uses: active + archived,
      parents,
      others: others.map((other) => ({ slug: other.slug, name: other.name })),
    };
  },
  log: ({ slug }) => ({ kind: "category", subject: slug }),
  add(shop, fields, actor) {
    refuseColor(fields.color);
    // The form of a new one has the box ticked before its kind is chosen.
    return addCategory(shop, fields.kind === "tag" ? { ...fields, inMenu: "" } : fields, actor);
  },
  edit(shop, slug, fields, edit) {
    refuseColor(fields.color);
    return editCategory(shop, slug, fields, edit);
  },
  async remove(shop, slug, actor, typed) {
    const moveTo = typed.moveTo || undefined;
    const changed = await deleteCategory(shop, slug, { moveTo, untag: Boolean(typed.untag), actor });
    const products = changed > 0 ? `. ${changed} ${changed === 1 ? "product" : "products"} changed` : "";
    return `${slug} deleted${products}`;
  },
  notice: ({ kind, name }, done) =>
    done === "saved" ? "Category saved" : `${kind === "tag" ? "Tag" : "Category"} ${name} added`,
  list: "/categories",
  afterEdit: ({ slug }) => categoryScreen(slug),
});

/** The shop knows no colors. @throws FormRefusedError */
function refuseColor(color: string) {
  if (color !== "" && !categoryColors.some(({ value }) => value === color))
    throw new FormRefusedError({ color: "Choose a color from the list" });
}

export const loader = category.load;
export const action = category.change;

export default function Category(screen: Route.ComponentProps) {
  const { saved, uses = 0, others = [], parents, hasMenuRoom = false } = screen.loaderData;
  return (
    <RecordScreen
      {...screen}
      title={saved?.name ?? "Add category"}
      summary={
        saved
          ? `${uses} ${uses === 1 ? "product has" : "products have"} this ${saved.kind}.`
          : "Goes to the end of the list. Shown in the shop within a second."
      }
      actions={
        saved && (
          <Button href={withQuery("/products", { filter: saved.slug })} look="quiet">
            View in shop
          </Button>
        )
      }
      what="this category"
      blank={{ inMenu: hasMenuRoom ? "on" : "" }}
      labels={labelsOf(categoryFields())}
      hasPictures
      layout="grid max-w-3xl gap-4"
      fields={(form) => (
        <FieldGrid {...form} fields={categoryFields(parents)}>
          <RedirectField redirect={form.redirect} className="sm:col-span-full" />
        </FieldGrid>
      )}
    >
      {saved && <DeleteForm kind={saved.kind} uses={uses} others={others} />}
    </RecordScreen>
  );
}
