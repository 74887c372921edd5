import { createContext, use } from "react";
import { ScrollRestoration } from "react-router";
import { hydrationDataId } from "./start-hydration.ts";

/** Only on the server: what the page's policy and its scripts need from the rendering. */
export const PageScripts = createContext<{ inline: Set<string>; hydrationData: string } | undefined>(undefined);

/**
 * An inline script that runs before the page is painted. The page's policy allows it by its hash (`entry.server.tsx`).
 *
 * @param code a constant; only the server needs its text, so it is `""` in the browser's build (`import.meta.env.SSR`)
 */
export function InlineScript({ code }: { code: string }) {
  use(PageScripts)?.inline.add(code);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}

/** React Router's `<ScrollRestoration>`, called for the text of its inline script. */
export function RestoredScroll() {
  const script = ScrollRestoration({});
  return script && <InlineScript code={script.props.dangerouslySetInnerHTML.__html} />;
}

/** Replaces React Router's `<Scripts>`: text that nothing runs until `startHydrationWhenPainted` reads it. */
export function HydrationData() {
  const attributes = { type: "text/plain", id: hydrationDataId, suppressHydrationWarning: true };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: data without tags
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: use(PageScripts)?.hydrationData ?? "" }} />;
}
