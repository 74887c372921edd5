import type { Database } from "#database/connect.ts";
import { isSameRecord, recordChange } from "../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../changes/change-settings.ts";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import { redirectRenamed } from "../redirects/redirects.ts";
import type { ShopDatabase } from "../shop.ts";
import { cutText } from "../text/cut-text.ts";
import type { PageFields } from "./page-form.ts";
import { type BuiltInPage, isBuiltIn, type Page, pageAddress, readPage, readPages, toPageForm } from "./pages.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

export const mostPages = 100;
/** The log keeps the beginning of long texts. */
const loggedLength = 200;

/** Adds a page after all others. @throws FormRefusedError */
export async function addPage(context: Context, fields: PageFields, actor: string) {
  await changeSettings(context, async (trx) => {
    const all = await readPages(trx);
    refuseTaken(all, fields.slug);
    if (all.length >= mostPages) throw new FormRefusedError({ title: `A shop has room for ${mostPages} pages` });
    const last = await trx
      .selectFrom("pages")
      .select((eb) => eb.fn.max("position").as("position"))
      .executeTakeFirst();
    const position = Number(last?.position ?? -1) + 1;
    await trx
      .insertInto("pages")
      .values({ ...toColumns(fields), position })
      .execute();
    return [logged(actor, undefined, fields)];
  });
}

/**
 * Saves a page's form.
 *
 * @param original the values when the form was opened
 * @param redirect whether an old address leads to the new one
 * @throws RecordUnknownError, ChangedMeanwhileError, FormRefusedError
 */
export async function editPage(
  context: Context,
  slug: string,
  next: PageFields,
  { original, actor, redirect }: { original: PageFields; actor: string; redirect?: boolean | undefined },
) {
  await changeSettings(context, async (trx) => {
    const before = toPageForm(await requirePage(trx, slug));
    refuseConflict(original, before);
    if (next.slug !== slug) refuseTaken(await readPages(trx), next.slug);
    if (isSameRecord(before, next)) return [];
    await trx.updateTable("pages").set(toColumns(next)).where("slug", "=", slug).execute();
    const changes = [logged(actor, before, next)];
    if (next.slug === slug || !redirect) return changes;
    return [...changes, await redirectRenamed(trx, { from: pageAddress(slug), to: pageAddress(next.slug) }, actor)];
  });
}

/** @throws RecordUnknownError */
export async function deletePage(context: Context, slug: string, actor: string) {
  await changeSettings(context, async (trx) => {
    const before = toPageForm(await requirePage(trx, slug));
    await trx.deleteFrom("pages").where("slug", "=", slug).execute();
    return [logged(actor, before, undefined)];
  });
}

/** Saves an owner's text of a page that every shop has; an empty one brings the sample's back. @throws ChangedMeanwhileError */
export async function saveBuiltInPage(
  context: Context,
  { slug, title }: BuiltInPage,
  text: string,
  { original, actor }: { original: string; actor: string },
) {
  await changeSettings(context, async (trx) => {
    const page = await readPage(trx, slug);
    const before = { slug, title, description: "", text: page?.text ?? "", inFooter: "", isPublic: "" } as const;
    if (before.text !== original) throw new ChangedMeanwhileError(before);
    if (before.text === text) return [];
    await trx.deleteFrom("pages").where("slug", "=", slug).execute();
    const row = { slug, title, description: "", text, position: -1, inFooter: 0, isPublic: 1 } as const;
    if (text) await trx.insertInto("pages").values(row).execute();
    return [logged(actor, before, { ...before, text })];
  });
}

async function requirePage(db: Database, slug: string) {
  const page = await readPage(db, slug);
  if (!page) throw new RecordUnknownError(slug);
  return page;
}

function refuseTaken(all: Page[], slug: string) {
  // The back office has its own screen at /owner/pages/new.
  if (slug === "new" || isBuiltIn(slug) || all.some((page) => page.slug === slug))
    throw new FormRefusedError({ slug: "Another page has this address" });
}

export function toColumns({ inFooter, isPublic, ...fields }: PageFields) {
  return { ...fields, inFooter: inFooter ? 1 : 0, isPublic: isPublic ? 1 : 0 } as const;
}

function logged(actor: string, before: PageFields | undefined, after: PageFields | undefined) {
  const subject = (after ?? before)?.slug ?? "";
  return recordChange({ actor, kind: "page", subject }, before && excerpt(before), after && excerpt(after));
}

export function excerpt({ text, ...fields }: PageFields): PageFields {
  return { ...fields, text: text.length > loggedLength ? `${cutText(text, loggedLength)}…` : text };
}
