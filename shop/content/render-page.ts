import type { Database } from "#database/connect.ts";
import { readPictureSources } from "../pictures/picture-sources.ts";
import { renderMarkdown } from "../text/markdown.ts";

/** Renders a page's Markdown for shoppers. */
export async function renderPage(db: Database, text: string) {
  return renderMarkdown(text, await readPictureSources(db));
}
