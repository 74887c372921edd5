import type { Database } from "#database/connect.ts";
import type { PastCategory } from "../catalog/past-imports/remember-categories.ts";
import { undoSomeCategories } from "../catalog/undo/undo-categories.ts";
import { dropUnchanged } from "../redirects/redirects.ts";

/** What an import did beside its products: it added redirects, and created and moved categories. */

const redirectsPerStep = 300;

/** Takes some more of it back. @returns whether there was any */
export async function undoSomeNotes(transaction: Database, act: string, now: Date) {
  const redirects = await readNotes(transaction, act, "redirect").limit(redirectsPerStep).execute();
  if (redirects.length > 0) {
    await dropUnchanged(transaction, redirects.map(toEntry<{ to: string }>));
    const keys = redirects.map(({ key }) => key);
    await drop(transaction, act, "redirect", keys);
    return true;
  }
  const categories = await readNotes(transaction, act, "category").execute();
  if (categories.length === 0) return false;
  const done = await undoSomeCategories(transaction, categories.map(toEntry<PastCategory>), now);
  await drop(transaction, act, "category", done);
  return true;
}

type NoteKind = "redirect" | "category";

function readNotes(db: Database, act: string, kind: NoteKind) {
  const notes = db.selectFrom("actRows").select(["key", "content"]).where("act", "=", act);
  return notes.where("kind", "=", kind).where("change", "=", "import").orderBy("id");
}

function toEntry<Content>({ key, content }: { key: string; content: string }) {
  return [key, JSON.parse(content) as Content] as const;
}

async function drop(transaction: Database, act: string, kind: NoteKind, keys: string[]) {
  const notes = transaction.deleteFrom("actRows").where("act", "=", act).where("kind", "=", kind);
  await notes.where("change", "=", "import").where("key", "in", keys).execute();
}
