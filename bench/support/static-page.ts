import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { encode, encodingFor } from "../../server/page-cache/content-encoding.ts";

const projectFolder = resolve(import.meta.dirname, "../..");
const types: Record<string, string> = { avif: "image/avif", webp: "image/webp", woff2: "font/woff2" };

/**
 * Serves pages of the shop as hand-written HTML would be: their texts, pictures and fonts, a few lines of style, no script.
 * HTML is packed as the shop packs it.
 */
export async function openStaticPages(shopUrl: string, paths: string[]) {
  const pages = new Map<string, { body: Buffer; encoding: string }>();
  for (const path of paths) {
    const answer = await fetch(shopUrl + path, { headers: { "accept-encoding": "gzip, br" } });
    const encoding = encodingFor(answer.headers.get("content-encoding") ?? "");
    const html = await answer.text();
    const style = await (await fetch(shopUrl + (/href="([^"]+\.css)"/.exec(html)?.[1] ?? ""))).text();
    pages.set(path, { body: encode(Buffer.from(writePage(html, style)), encoding), encoding });
  }
  const server = createServer(async ({ url = "/" }, answer) => {
    const path = url.replace(/\?.*/, "");
    const page = pages.get(path);
    if (page) {
      answer.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": page.encoding });
      answer.end(page.body);
      return;
    }
    const folder = path.startsWith("/pictures/") ? "catalog" : "build/client";
    const file = await readFile(join(projectFolder, folder, path)).catch(() => undefined);
    const type = types[path.split(".").at(-1) ?? ""] ?? "text/plain";
    answer.writeHead(file ? 200 : 404, { "content-type": type, "cache-control": "public, max-age=86400" });
    answer.end(file);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = () => new Promise((closed) => server.close(closed).closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A page of the shop with what it says and shows, and nothing else. */
function writePage(html: string, style: string) {
  const [, title = ""] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const fonts = style.match(/@font-face\{[^}]*url[^}]*\}/g) ?? [];
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="${title}">
<title>${title}</title>
<style>${fonts.join("")}${layout}</style>
<main>${plain(main)}</main>
</html>`;
}

/** Cards in two columns; what has pictures in several views, or a wide one, shows them as wide as the page. */
const layout = `
body { margin: 0 1rem; font: 1rem/1.5 "Instrument Sans", sans-serif }
h1, h2, h3 { font-family: Fraunces, serif }
h1 { font-size: 2.25rem; line-height: 1.15 }
img { display: block; width: 100%; height: auto; aspect-ratio: 1; object-fit: cover }
ul { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 0; padding: 0; list-style: none }
ul:has([fetchpriority]) { display: flex; overflow: hidden }
ul:has([fetchpriority]) > li { flex: none; width: 100% }
:not(li) > a > picture > [fetchpriority] { aspect-ratio: 16 / 10 }
`;

const kept = ["div", "section", "h1", "h2", "h3", "p", "ul", "li", "dl", "dt", "dd", "a", "picture"];

function plain(main: string) {
  return main
    .replace(/<(svg|form|script|noscript)\b.*?<\/\1>/gs, "")
    .replace(/<(\/?)(\w+)[^>]*>/g, (tag, end, name) => {
      if (name === "img" || name === "source") return tag.replace(/ class="[^"]*"/, "");
      if (name === "a" && !end) return `<a href="${/href="([^"]*)"/.exec(tag)?.[1] ?? ""}">`;
      return kept.includes(name) ? `<${end}${name}>` : " ";
    });
}
