import type { Database } from "#database/connect.ts";
import { readPictureSources } from "../../pictures/picture-sources.ts";
import { renderDescription } from "../../text/markdown.ts";

/** Renders a product's description for shoppers, as HTML. */
export async function renderProductDescription(db: Database, description: string) {
  return renderDescription(description, description.includes("![") ? await readPictureSources(db) : []);
}
