import { glob, readFile } from "node:fs/promises";
import { type DocumentFont, drawsCluster, openFont } from "./open-font.ts";

/** Where Debian, Fedora, Arch and Alpine install Noto fonts. */
const fontFiles = "/usr/share/fonts/{truetype/noto,google-noto,noto}/Noto{Sans,Serif}*-Regular.ttf";

let reading: Promise<Map<number, string>> | undefined;

/** A Noto font of this machine that draws a character. Fonts that are installed later are found after a restart. */
export async function findSystemFont(cluster: string): Promise<DocumentFont | undefined> {
  reading ??= readCoverage();
  const path = (await reading).get(cluster.codePointAt(0) ?? 0);
  const font = path ? await openFont({ path }) : undefined;
  return font && drawsCluster(font, cluster) ? font : undefined;
}

/** The file for each code point: always the same, so that a document stays as it was. */
async function readCoverage() {
  const { create } = await import("fontkit");
  const paths: string[] = [];
  for await (const path of glob(fontFiles)) paths.push(path);
  const coverage = new Map<number, string>();
  for (const path of paths.sort()) {
    const font = create(await readFile(path));
    if (!("characterSet" in font)) continue;
    for (const code of font.characterSet) if (!coverage.has(code)) coverage.set(code, path);
  }
  return coverage;
}
