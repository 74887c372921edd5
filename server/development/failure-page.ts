import { stripVTControlCharacters } from "node:util";

/**
 * A page that shows developers why the shop can't start.
 *
 * @param text terminal output: an error with its file and line
 * @param script a module script that reloads the page
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
