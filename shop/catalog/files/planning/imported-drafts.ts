import type { Database } from "#database/connect.ts";
import { readStoredProducts } from "../../products/product-ids.ts";
import type { FileNotebook } from "../reading/file-notes.ts";
import type { FileProducts } from "../reading/file-products.ts";

const productsPerRead = 500;
const idsNamed = 5;

/** Says which drafts of a file the shop has on sale or in the archive, where they stay. See docs/decisions/0413. */
export async function remarkOnDrafts(db: Database, products: FileProducts, notebook: FileNotebook) {
  const sold: string[] = [];
  const archived: string[] = [];
  for (const some of products.batches(productsPerRead)) {
    const drafts = some.flatMap(({ id, isDraft }) => (isDraft ? [id] : []));
    for (const { id, table } of await readStoredProducts(db, drafts)) {
      if (table === "products") sold.push(id);
      if (table === "archivedProducts") archived.push(id);
    }
  }
  if (sold.length > 0)
    notebook.remark(`Drafts in the file that are on sale here, and stay on sale. Archive them to stop: ${named(sold)}`);
  if (archived.length > 0)
    notebook.remark(`Drafts in the file that are archived here, and stay archived: ${named(archived)}`);
}

function named(ids: string[]) {
  const more = ids.length - idsNamed;
  return ids.slice(0, idsNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
