import type { Database } from "#database/connect.ts";
import type { PagesTable } from "#database/schema.ts";
import { isStorableText } from "../forms/validate.ts";
import { isInName, splitWords } from "../text/match-words.ts";
import type { PageFields } from "./page-form.ts";
import { renderPage } from "./render-page.ts";

/** A page that an owner wrote. Its text is Markdown. */
export interface Page extends Pick<PagesTable, "slug" | "title" | "description" | "text"> {
  inFooter: boolean;
  isPublic: boolean;
}

/** A public page, for links to it. */
export type PageLink = Pick<Page, "slug" | "title" | "inFooter">;

/** Pages that every shop has, of which only the text can be an owner's. They aren't shown under `/pages`. */
export const builtInPages = [
  { slug: "about", title: "About", address: "/about", hint: "The text of the About page." },
  { slug: "contact", title: "Contact", address: "/contact", hint: "The sentences above the contact form." },
] as const;

export type BuiltInPage = (typeof builtInPages)[number];

export function isBuiltIn(slug: string): slug is BuiltInPage["slug"] {
  return builtInPages.some((page) => page.slug === slug);
}

/** All pages, in their order. */
export async function readPages(db: Database): Promise<Page[]> {
  const rows = await db.selectFrom("pages").selectAll().orderBy("position").orderBy("slug").execute();
  return rows.map(toPage);
}

/** The first pages, in their order, that have the words of a text in their title or address. Those that every shop has are among them, and last. */
export async function findPages(db: Database, { text, limit }: { text: string; limit: number }) {
  const words = splitWords(text);
  const columns = ["slug", "title", "isPublic"] as const;
  const rows = await db.selectFrom("pages").select(columns).orderBy("position").orderBy("slug").execute();
  const own = rows.filter(({ slug }) => !isBuiltIn(slug));
  const all = [
    ...own.map((page) => ({ ...page, isPublic: page.isPublic === 1, address: pageAddress(page.slug) })),
    ...builtInPages.map((page) => ({ ...page, isPublic: true })),
  ];
  return all.filter(({ title, slug }) => words.every((word) => isInName(`${title} ${slug}`, word))).slice(0, limit);
}

/** What pages need all the time: links to the public pages, and the HTML of the built-in ones that have an owner's text. */
export async function readShownPages(db: Database) {
  const all = await readPages(db);
  const links = all.filter(({ slug, isPublic }) => isPublic && !isBuiltIn(slug));
  const texts: Partial<Record<BuiltInPage["slug"], string>> = {};
  for (const { slug, text } of all) if (isBuiltIn(slug)) texts[slug] = await renderPage(db, text);
  return { pages: links.map(({ slug, title, inFooter }): PageLink => ({ slug, title, inFooter })), texts };
}

/** One page, public or not. */
export async function readPage(db: Database, slug: string): Promise<Page | undefined> {
  if (!isStorableText(slug)) return undefined;
  const row = await db.selectFrom("pages").selectAll().where("slug", "=", slug).executeTakeFirst();
  return row && toPage(row);
}

function toPage({ inFooter, isPublic, position: _, ...page }: PagesTable): Page {
  return { ...page, inFooter: inFooter === 1, isPublic: isPublic === 1 };
}

/** Fills the form from a page. */
export function toPageForm({ inFooter, isPublic, ...page }: Page): PageFields {
  return { ...page, inFooter: inFooter ? "on" : "", isPublic: isPublic ? "on" : "" };
}

/** A page's address in the shop. */
export function pageAddress(slug: string) {
  return `/pages/${encodeURIComponent(slug)}`;
}
