import { createInterface } from "node:readline/promises";
import { Command } from "@commander-js/extra-typings";
import { type PastImport, readPastImport, readPastImports } from "#shop/catalog/past-imports/past-imports.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { previewUndo } from "#shop/undo/preview-undo.ts";
import { finishUndo, undoAct } from "#shop/undo/undo-act.ts";
import { formatTimestamp } from "#shop/values/days.ts";
import { CommandError, type OpenShop } from "./command.ts";
import { printRows, terminalText } from "./print.ts";

/** Undoes an import, or lists those that can be undone. */
export const undoImportCommand = (open: OpenShop) =>
  new Command("undo-import")
    .description("undo an import, or list past imports")
    .argument("[ID]", "a past import's ID, or nothing")
    .option("--insist", "also undo what was changed since")
    .option("--dry-run", "only show what would happen")
    .option("--yes", "at a terminal, don't ask")
    .option("--json", "the list as one JSON array")
    .action(async (id, { insist: insists, dryRun, yes, json }) => {
      const shop = await open();
      if (id === undefined) return printImports(shop, json);
      const past = await readPastImport(shop.db, id);
      if (past?.undoneAt !== null) throw new CommandError(`There is no import ${id} that can be undone`);
      await printUndo(shop, past, insists);
      if (dryRun) return console.log("Dry run: nothing was changed.");
      if (!yes && !(await isMeant())) throw new CommandError("Nothing was changed.");
      await undoAct(shop, id, "command line", { insists });
      await finishUndo(shop, id);
      const isInPart = (await readPastImport(shop.db, id))?.undoneAt === null;
      const left = isInPart ? ", except what was changed since: --insist undoes that, too" : "";
      console.log(`Import of ${terminalText(past.name)} undone${left}`);
    });

async function printImports({ db, settings: { timeZone } }: ShopDatabase, json: boolean | undefined) {
  const rows = (await readPastImports(db)).map(({ id, name, actor, createdAt, added, changed, removed, undoneAt }) => {
    const tell = (moment: number | null) =>
      moment && (json ? new Date(moment).toISOString() : formatTimestamp(moment, timeZone));
    return { id, name, actor, createdAt: tell(createdAt), added, changed, removed, undoneAt: tell(undoneAt) };
  });
  printRows(rows, { ...(json && { json }), empty: "No past imports" });
}

async function printUndo({ db }: ShopDatabase, past: PastImport, insists: boolean | undefined) {
  const { counts, kept, otherKept } = await previewUndo(db, past, { insists });
  const { deleted, archived, restored, returned } = counts;
  console.log(`${deleted} to delete, ${archived} to archive, ${restored} to restore, ${returned} to bring back`);
  if (kept.length === 0) return;
  console.log("Changed since the import, and stays:");
  printRows(
    kept.map(({ id, title, what }) => ({ id, title, what })),
    { empty: "" },
  );
  if (otherKept > 0) console.log(`and ${otherKept} more`);
}

/** A person at a terminal is asked. A script means what it says. */
async function isMeant() {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Undo this import? (y/N) ");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
