import { statSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { compareImport } from "#shop/catalog/files/compare-import.ts";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { previewImport } from "#shop/catalog/files/import-preview.ts";
import { encodings } from "#shop/files/encodings.ts";
import { encodingNamed } from "#shop/files/text-encoding.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { onlyOf, UsageError } from "./arguments.ts";
import { printDryRun, printDryRunJson, printNotes } from "./dry-run.ts";

/** A person at a terminal looks at warnings before anything is saved. A script can't be asked: its log has the warnings. */
const isPerson = Boolean(process.stdin.isTTY && process.stdout.isTTY);

const options = {
  replace: { type: "boolean" },
  "file-order": { type: "boolean" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
  encoding: { type: "string" },
  "accept-warnings": { type: "boolean" },
} as const;

/** Imports a catalog file or previews it, with a progress bar on terminals. */
export const importCommand = {
  usage: "import FILE [--replace] [--file-order] [--encoding NAME] [--accept-warnings] [--dry-run [--json]]",
  summary:
    "import a catalog file (JSON, or CSV if its name ends in .csv, .tsv or .txt); --replace also removes products that aren't in the file; --file-order orders products as in the file even if it omits some; --encoding names a CSV's encoding, such as windows-1250, instead of a guess; at a terminal, --accept-warnings imports texts that look like mistakes; --dry-run only previews the changes",
  async run({ db, now }: ShopDatabase, args: string[]) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const {
      replace,
      "file-order": inFileOrder,
      "dry-run": isDry,
      json,
      "accept-warnings": acceptWarnings = !isPerson,
    } = values;
    const encoding = readEncoding(values.encoding);
    const file = onlyOf(positionals, "import expects one file");
    if (json && !isDry) throw new UsageError("Use --json only with --dry-run");
    if (json) return printDryRunJson(compareImport(db, file, { replace, inFileOrder, encoding, onNotes: printNotes }));
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (isDry) {
      const compare = (onProgress: Track) =>
        previewImport(db, file, { replace, inFileOrder, encoding, onProgress, size });
      printDryRun(await withBar("Comparing", compare));
    } else {
      const by = { actor: "command line", name: basename(file), at: now() };
      const options = { replace, inFileOrder, encoding, acceptWarnings, size, by, onNotes: printNotes };
      const load = (onProgress: Track) => importCatalog(db, file, { ...options, onProgress });
      console.log(`${await withBar("Importing", load)} products imported from ${file}`);
    }
  },
};

/** @throws UsageError for one that the shop can't read */
function readEncoding(name: string | undefined) {
  if (name === undefined) return undefined;
  const known = encodingNamed(name);
  if (!known) throw new UsageError(`Unknown encoding "${name}". Use one of ${Object.keys(encodings).join(", ")}`);
  return known;
}

type Track = (share: number) => void;

/** Shows a progress bar during some work. */
async function withBar<Result>(verb: string, work: (onProgress: Track) => Promise<Result>) {
  const bar = new SingleBar({ format: `${verb} [{bar}] {percentage}%`, clearOnComplete: true, noTTYOutput: false });
  bar.start(100, 0);
  try {
    return await work((share) => bar.update(Math.floor(share * 100)));
  } finally {
    bar.stop();
  }
}
