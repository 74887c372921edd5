import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Files of a first page load by path, without pictures. */
export interface PageFiles {
  html: string;
  scripts: Map<string, Buffer>;
  styles: Map<string, Buffer>;
  fonts: Map<string, Buffer>;
}

/** Loads a page with its scripts and their imports, and its styles with their fonts. */
export async function readPageFiles(ask: (path: string) => Promise<Response>, path: string): Promise<PageFiles> {
  const html = (await read(path)).toString();
  const scripts = new Map<string, Buffer>();
  const styles = new Map<string, Buffer>();
  const fonts = new Map<string, Buffer>();
  await collect(scripts, html, /["\s](\/assets\/[^"\s]+\.js)(?=["\s])/g, /(?:from|import)"(\.\/[^"]+\.js)"/g);
  await collect(styles, html, /"(\/assets\/[^"]+\.css)"/g);
  for (const style of styles.values()) await collect(fonts, style.toString(), /url\(([^)]+\.woff2)\)/g);
  return { html, scripts, styles, fonts };

  async function collect(files: Map<string, Buffer>, text: string, names: RegExp, imports?: RegExp) {
    for (const [, name = ""] of text.matchAll(names)) {
      const { pathname } = new URL(name, "http://shop/assets/");
      if (files.has(pathname)) continue;
      const file = await read(pathname);
      files.set(pathname, file);
      if (imports) await collect(files, file.toString(), imports, imports);
    }
  }

  async function read(path: string) {
    const answer = await ask(path);
    if (!answer.ok) throw new Error(`${path} answered with ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }
}

/** Bytes after `gzip -9`, each file by itself. */
export function gzipped(files: Iterable<Buffer | string>) {
  return sum(files, (file) => gzipSync(file, { level: 9 }));
}

/** Bytes after Brotli. Quality 11 is the best, 5 is fast enough for dynamic pages. */
export function brotlied(files: Iterable<Buffer | string>, quality: number) {
  return sum(files, (file) => brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}

function sum(files: Iterable<Buffer | string>, pack: (file: Buffer | string) => Buffer) {
  return [...files].reduce((total, file) => total + pack(file).length, 0);
}
