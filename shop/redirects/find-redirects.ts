import type { Database } from "#database/connect.ts";
import { foldText } from "../text/fold-text.ts";

/** Part of the redirects with a text in them. @param after the `from` that the part before ended with */
export async function findRedirects(
  db: Database,
  { text, after, limit }: { text: string; after: string; limit: number },
) {
  const all = db.selectFrom("redirects").select(["from", "to"]).where("from", ">", after).orderBy("from");
  if (text === "") return all.limit(limit).execute();
  const part = foldAddress(text);
  const redirects = await all.execute();
  return redirects
    .filter(({ from, to }) => [from, to].some((each) => foldAddress(each).includes(part)))
    .slice(0, limit);
}

/** An address, or a part of one, as searches compare it: "/caf%C3%A9" and "/Café" are "/cafe", and a plus is a space. */
function foldAddress(text: string) {
  return foldText(
    text
      .replaceAll("+", " ")
      .replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll("%", ""), "hex").toString()),
  );
}
