import type { Database } from "#database/connect.ts";
import { readPictureSources } from "../../pictures/picture-sources.ts";
import { renderDescription, renderDescriptionParts } from "../../text/markdown.ts";

/** Renders a product's description for shoppers, as HTML. */
export async function renderProductDescription(db: Database, description: string) {
  return renderDescription(description, await sourcesOf(db, description));
}

/** The same in two: what introduces the product, and its story, a part for each heading. */
export async function renderProductStory(db: Database, description: string) {
  const [introduction = "", ...story] = renderDescriptionParts(description, await sourcesOf(db, description));
  return { introduction, story };
}

async function sourcesOf(db: Database, description: string) {
  return description.includes("![") ? readPictureSources(db) : [];
}
