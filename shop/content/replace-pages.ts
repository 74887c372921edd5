import type { Database } from "#database/connect.ts";
import type { NewChange } from "../changes/change-log.ts";
import { compareRecords, replacedRecords, SettingsFileError } from "../changes/settings-section.ts";
import { excerpt, mostPages, toColumns } from "./change-page.ts";
import type { PageFields } from "./page-form.ts";
import { builtInPages, isBuiltIn, readPages, toPageForm } from "./pages.ts";

/**
 * Replaces all pages in the transaction of a change (`changeSettings`). Of a page that every shop has, only the text is an owner's.
 *
 * @throws SettingsFileError
 */
export async function replacePages(
  transaction: Database,
  pages: (PageFields | Pick<PageFields, "slug" | "text">)[],
  { actor }: { actor: string },
): Promise<NewChange[]> {
  const before = (await readPages(transaction)).map(toPageForm);
  const next = pages.map((page): PageFields => {
    const title = builtInPages.find(({ slug }) => slug === page.slug)?.title ?? "";
    return { title, description: "", inFooter: "", isPublic: "on", ...page };
  });
  const own = next.filter(({ slug }) => !isBuiltIn(slug));
  if (own.length > mostPages) throw new SettingsFileError(`pages: a shop has room for ${mostPages} pages`);
  // The back office has its own screen at /owner/pages/new.
  if (own.some(({ slug }) => slug === "new")) throw new SettingsFileError("pages: no page can have the slug new");
  await transaction.deleteFrom("pages").execute();
  for (const fields of next) {
    if (isBuiltIn(fields.slug) && !fields.text) continue;
    const position = own.indexOf(fields);
    await transaction
      .insertInto("pages")
      .values({ ...toColumns(fields), position })
      .execute();
  }
  return replacedRecords(compareRecords(before, next, "slug"), { actor, kind: "page", key: "slug", shown: excerpt });
}
