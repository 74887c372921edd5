/** HTML for a frame: its links open in a new tab. React escapes "<" in texts, so there is one "<head>". */
export function withLinksInTabs(html: string) {
  return html.replace("<head>", '<head><base target="_blank"/>');
}
