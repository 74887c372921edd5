import { stripVTControlCharacters } from "node:util";

/**
 * A page for developers that shows why there is no other.
 *
 * @param text an error with its file and line, as a terminal would show it
 * @param script a module that the page runs, which loads it again in time
 */
export function failurePage(text: string, script: string) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The shop is broken</title>
<style>
body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; }
pre { overflow-x: auto; font: 0.875rem/1.5 ui-monospace, monospace; }
</style>
</head>
<body>
<h1>The shop is broken</h1>
<p>This page loads again when a file is saved.</p>
<pre>${escapeHtml(stripVTControlCharacters(text))}</pre>
<script type="module">
${script}
</script>
</body>
</html>
`;
}

function escapeHtml(text: string) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
