/**
 * Finds the inline scripts that React Router has put into a page, by a mark that nobody else knows (it writes it as their nonce).
 * What else may have got into the page isn't among them.
 *
 * @returns the page without the marks, and what its scripts say
 */
export function findOwnScripts(marked: string, mark: string) {
  const nonce = ` nonce="${mark}"`;
  const inline = new RegExp(`<script(?=[^>]*${nonce})(?![^>]* src=)[^>]*>([\\s\\S]*?)</script>`, "g");
  const scripts = Array.from(marked.matchAll(inline), ([, script = ""]) => script);
  return { page: marked.replaceAll(nonce, ""), scripts };
}
