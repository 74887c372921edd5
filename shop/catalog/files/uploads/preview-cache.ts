import { LRUCache } from "lru-cache";
import type { Database } from "#database/connect.ts";
import { catalogVersion } from "../../../changes/catalog-version.ts";
import type { UploadOutcome } from "./work-on-upload.ts";

/** Of each at most 200 rows are kept. */
const maxPreviews = 20;
/** Orders change stocks without a new version of the catalog. */
const maxAgeMs = 60_000;

interface CachedPreview {
  version: string;
  outcome: Promise<UploadOutcome>;
}

const previews = new LRUCache<string, CachedPreview>({ max: maxPreviews, ttl: maxAgeMs });

/**
 * The outcome of comparing an upload with the catalog, from memory while neither has changed. Several who ask at once share one comparison.
 *
 * @param key names the upload and how it would be imported
 * @param compare does the work, which is costly
 */
export async function cachedPreview(db: Database, key: string, compare: () => Promise<UploadOutcome>) {
  const version = await readVersion(db);
  const cached = previews.get(key);
  if (cached?.version === version) return cached.outcome;
  const outcome = compare();
  previews.set(key, { version, outcome });
  const isLasting = await outcome.then(
    ({ preview, refused }) => preview !== undefined || refused !== undefined,
    () => false,
  );
  if (!isLasting && previews.peek(key)?.outcome === outcome) previews.delete(key);
  return outcome;
}

/** Changes with every import and with every edit of a product. */
async function readVersion(db: Database) {
  const { version, change } = await db
    .selectNoFrom((eb) => [
      catalogVersion.as("version"),
      eb
        .selectFrom("changes")
        .select((of) => of.fn.max("id").as("last"))
        .as("change"),
    ])
    .executeTakeFirstOrThrow();
  return `${version} ${change}`;
}
