/**
 * An inline script that runs before the page is painted. The page's policy allows it by its hash (`entry.server.tsx`).
 *
 * @param code a constant; only the server needs its text, so it is `""` in the browser's build (`import.meta.env.SSR`)
 */
export function InlineScript({ code }: { code: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
