import { decodeHtml } from "./decode-html.ts";

/** What the head of a page says, as programs read it. */
export function headOf(html: string) {
  const [head = ""] = /<head>.*<\/head>/s.exec(html) ?? [];
  const tags = Array.from(head.matchAll(/<(meta|link) ([^>]*?)\/?>/g), ([, , attributes = ""]) =>
    attributesOf(attributes),
  );
  const structured = head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return {
    title: decodeHtml(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ""),
    /** By its `name` or its `property`. */
    meta: (name: string) => tags.find((tag) => tag.name === name || tag.property === name)?.content,
    link: (rel: string) => tags.find((tag) => tag.rel === rel)?.href,
    /** Structured data by its schema.org type. */
    data: Object.fromEntries(
      Array.from(structured, ([, json = ""]) => JSON.parse(json)).map((data) => [data["@type"], data]),
    ),
  };
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name, value = ""]) => [name, decodeHtml(value)]),
  );
}
