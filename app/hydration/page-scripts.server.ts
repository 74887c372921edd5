import { deferredScriptsId } from "./start-hydration.ts";

/** Between statements, with their indentation: React Router's scripts aren't minified. */
const lineBreaks = /(?<=[;{}])\n\s*/g;

/**
 * Finishes the scripts of a rendered page. React Router and React mark theirs with the nonce that they are given
 * (https://reactrouter.com/how-to/security), so that a script injected into the page isn't among them. A cached page can't have a nonce of its
 * own: its policy names the scripts by their hashes, and the nonce is removed.
 *
 * React Router has no option to load its module script later (https://reactrouter.com/api/components/Scripts), so
 * it becomes plain text here, with the modules to preload as an attribute. `startHydrationWhenPainted` runs it.
 *
 * @returns the page, and the text of its inline scripts
 */
export function finishScripts(rendered: string, nonce: string) {
  const mark = ` nonce="${nonce}"`;
  const scripts: string[] = [];
  const preload = new RegExp(`<link(?=[^>]*${mark})(?=[^>]* rel="modulepreload")[^>]* href="([^"]*)"[^>]*>`, "g");
  const inline = new RegExp(`<script(?=[^>]*${mark})(?![^>]* src=)([^>]*)>([\\s\\S]*?)</script>`, "g");
  const preloads = Array.from(rendered.matchAll(preload), ([, href]) => href).join(" ");
  const page = rendered.replace(preload, "").replace(inline, (_, attributes: string, written: string) => {
    const text = written.replace(lineBreaks, "");
    scripts.push(text);
    const isModule = attributes.includes(' type="module"');
    const deferred = `type="text/plain" id="${deferredScriptsId}" data-preload="${preloads}"`;
    return `<script${isModule ? ` ${deferred}` : attributes}>${text}</script>`;
  });
  return { page: page.replaceAll(mark, ""), scripts };
}
