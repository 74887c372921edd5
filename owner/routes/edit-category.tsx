import { data } from "react-router";
import { toCategoryForm } from "#shop/catalog/categories/category-form.ts";
import { countUses, labelKey } from "#shop/catalog/categories/category-use.ts";
import { deleteCategory, editCategory } from "#shop/catalog/categories/change-category.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import { readChanges } from "#shop/changes/change-log.ts";
import { formatMoment } from "#shop/values/days.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { categoryScreen } from "../categories/category-address.ts";
import { CategoryFields, categoryFields } from "../categories/category-fields.tsx";
import { DeleteForm } from "../categories/delete-form.tsx";
import { readCategoryForm, saveCategoryForm } from "../categories/save-category.server.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { rejectFor } from "../forms/save-form.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-category";

const shownChanges = 20;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const all = await readCategories(db);
  const category = all.find(({ slug }) => slug === params.category);
  if (!category) throw data(null, 404);
  const { active = 0, archived = 0 } = (await countUses(db)).get(labelKey(category)) ?? {};
  const changes = await readChanges(db, { kind: "category", subject: category.slug, limit: shownChanges });
  return {
    saved: toCategoryForm(category),
    uses: active + archived,
    others: all
      .filter(({ kind, slug }) => kind === "category" && slug !== category.slug)
      .map(({ slug, name }) => ({ slug, name })),
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const posted = await readCategoryForm(request, context);
  const isDeletion = posted.typed.step === "delete";
  const answer = await (isDeletion
    ? remove(context, params.category, posted.typed)
    : save(context, params.category, posted));
  await context.get(shopContext).refreshSettings();
  return answer;
}

type Context = Route.ActionArgs["context"];

async function save(context: Context, slug: string, posted: Awaited<ReturnType<typeof readCategoryForm>>) {
  const original = readOriginal(posted.typed);
  const { values, rejected } = await saveCategoryForm(posted, (fields) =>
    editCategory(context.get(shopContext), slug, fields, {
      original: { ...fields, ...original },
      actor: context.get(ownerContext).email,
      redirect: Boolean(posted.typed.redirect),
    }),
  );
  return values ? redirectWithFlash(context, categoryScreen(values.slug), "Category saved") : rejected;
}

async function remove(context: Context, slug: string, typed: Record<string, string>) {
  const { email: actor } = context.get(ownerContext);
  try {
    const moveTo = typed.moveTo || undefined;
    const changed = await deleteCategory(context.get(shopContext), slug, {
      moveTo,
      untag: Boolean(typed.untag),
      actor,
    });
    const products = changed > 0 ? `. ${changed} ${changed === 1 ? "product" : "products"} changed` : "";
    return redirectWithFlash(context, "/categories", `${slug} deleted${products}`);
  } catch (error) {
    return rejectFor(error, {});
  }
}

export default function EditCategory({
  loaderData: { saved, uses, others, changes },
  actionData: rejected,
}: Route.ComponentProps) {
  const isTyped = rejected?.typed.name !== undefined;
  return (
    <Screen
      title={saved.name}
      summary={`${uses} ${uses === 1 ? "product has" : "products have"} this ${saved.kind}.`}
      actions={
        <a href={withQuery("/products", { filter: saved.slug })} className="button button-quiet">
          View in shop
        </a>
      }
    >
      <form
        method="post"
        action={`#${formMessageId}`}
        encType="multipart/form-data"
        data-unsaved={rejected ? "changed" : ""}
        className="mb-8 grid max-w-3xl gap-4"
      >
        <OriginalValues values={rejected?.conflict ?? saved} />
        {rejected && <NotSaved what="this category" labels={categoryFields} {...rejected} />}
        <CategoryFields
          redirects={isTyped ? Boolean(rejected.typed.redirect) : true}
          texts={isTyped ? rejected.typed : saved}
          errors={rejected?.errors ?? {}}
        />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
      <DeleteForm kind={saved.kind} uses={uses} others={others} />
      <Part title="Activity">
        <ChangeTable changes={changes} empty="No changes yet." />
      </Part>
    </Screen>
  );
}
