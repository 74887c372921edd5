import type { Database } from "#database/connect.ts";
import { labelName as objectName } from "../../pictures/storage/file-rows.ts";
import type { PictureFiles } from "../../pictures/storage/picture-files.ts";
import { cleanText } from "../../text/clean-text.ts";
import { largestLabel } from "./return-label-limit.ts";

const longestName = 100;

/** A file that isn't a label. The message is for staff. */
export class ReturnLabelError extends Error {
  override name = "ReturnLabelError";
}

/** A label as staff uploaded it. */
export interface ReturnLabel {
  name: string;
  content: Uint8Array;
}

/** Checks how many bytes a file has, before it is read. @throws ReturnLabelError */
export function checkLabelSize(size: number) {
  if (size > largestLabel)
    throw new ReturnLabelError(`Use a PDF of at most ${largestLabel / 1024 / 1024} MB as return label`);
}

/** Checks a file that staff uploaded as a label. @throws ReturnLabelError */
export function checkLabel({ name, content }: ReturnLabel): ReturnLabel {
  checkLabelSize(content.length);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  // Viewers find the trailer in the last 1,024 bytes: ISO 32000-1, appendix H, note 18.
  const isPdf = /^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8)) && bytes.subarray(-1024).includes("%%EOF");
  if (!isPdf) throw new ReturnLabelError("The return label isn't a PDF file");
  return { name: fileName(name), content };
}

/** A name that any system can save: without folders, and with the ending of its type. */
function fileName(name: string) {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = cleanText(last.slice(-1000))
    .replace(/\.pdf$/i, "")
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, "_");
  return `${plain.slice(0, longestName).trim() || "return-label"}.pdf`;
}

/** Saves a request's label. See docs/decisions/0310. @returns what saves its row in the transaction of the change that names it */
export async function keepLabel(
  { pictureFiles }: { pictureFiles: PictureFiles },
  returnId: string,
  { content }: ReturnLabel,
  signal: AbortSignal,
) {
  const file = await pictureFiles.keep(objectName(returnId), content, signal);
  return async (transaction: Database) => {
    await transaction
      .insertInto("returnLabels")
      .values({ returnId, ...file })
      .execute();
  };
}

/** Reads a request's label. @returns undefined without one, or where the storage has lost it @throws StorageUnavailableError */
export async function readLabel(
  { db, pictureFiles }: { db: Database; pictureFiles: PictureFiles },
  returnId: string,
): Promise<ReturnLabel | undefined> {
  const row = await db
    .selectFrom("returnLabels")
    .innerJoin("returnRequests", "returnRequests.id", "returnLabels.returnId")
    .select(["content", "object", "labelName"])
    .where("returnId", "=", returnId)
    .executeTakeFirst();
  const content = row && (await pictureFiles.read(row));
  return content && { name: row.labelName ?? "return-label.pdf", content };
}

/** Answers with a label. @param isAllowed whether its reader may have it */
export async function labelResponse(shop: Parameters<typeof readLabel>[0], returnId: string, isAllowed: boolean) {
  const label = isAllowed ? await readLabel(shop, returnId) : undefined;
  if (!label) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(label.content), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="return-label.pdf"; filename*=UTF-8''${encodeURIComponent(label.name)}`,
    },
  });
}
