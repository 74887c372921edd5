/**
 * A classic script that runs where it stands, before the page is painted. The page's policy names it by its hash (`entry.server.tsx`).
 *
 * @param code our own constant; the server alone needs its text, so that it is `""` in the browser's build (`import.meta.env.SSR`)
 */
export function InlineScript({ code }: { code: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
