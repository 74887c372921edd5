/** The styles of the API's page, in the colors of `ui/theme.css` and fonts that every system has. */
export const styles = `
:root {
  color-scheme: light dark;
  --paper: #fbf9f5; --raised: #fff; --ink: #1b1a17; --soft: #5e5a52; --line: #e4dfd5; --spruce: #1e4d40; --on-spruce: #fbf9f5;
  --berry: #a3213f; --amber: #8a5a00; --blue: #23568a;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191713; --raised: #23201b; --ink: #f4efe6; --soft: #b9b1a3; --line: #38332b; --spruce: #8cc7b2; --on-spruce: #10251e;
    --berry: #f08ba0; --amber: #e3b765; --blue: #9cc4ee;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--paper); color: var(--ink); font: 400 1rem/1.6 ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--spruce); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--spruce); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
h1, h2, h3 { font-family: Georgia, "Times New Roman", serif; font-weight: 500; line-height: 1.25; margin: 0; }
h1 { font-size: clamp(2rem, 1.4rem + 2.5vw, 3rem); }
h2 { font-size: 1.75rem; }
h3 { font-size: 1.25rem; }
h4 { font-size: 0.875rem; font-weight: 600; color: var(--soft); margin: 1.5rem 0 0.25rem; }
p { margin: 0.75rem 0; max-width: 44rem; }
.page { max-width: 84rem; margin: 0 auto; padding: 0 1.25rem 6rem; }
main { min-width: 0; }
header { padding: 3rem 0 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: center; margin-top: 1.5rem; }
.button { background: var(--spruce); color: var(--on-spruce); text-decoration: none; padding: 0.625rem 1.25rem; border-radius: 999px; }
nav { font-size: 0.9375rem; margin: 1.5rem 0 -1rem; }
nav > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { color: inherit; text-decoration: none; display: block; padding: 0.25rem 0; }
nav a:hover { text-decoration: underline; }
nav li li a { color: var(--soft); }
nav li ul { display: none; }
nav .noun { font-weight: 600; }
@media (width >= 64rem) {
  .page { display: grid; grid-template: auto 1fr / 15rem minmax(0, 1fr); column-gap: 4rem; }
  header { grid-column: 2; }
  nav { grid-area: 1 / 1 / 3; align-self: start; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; margin: 0; padding: 3.5rem 0.5rem 2rem 0; font-size: 0.875rem; }
  nav > ul, nav li ul { display: block; }
  nav li ul { margin-bottom: 1rem; }
}
section { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 2.5rem; }
article { margin-top: 2rem; padding: 1.5rem; background: var(--raised); border: 1px solid var(--line); border-radius: 1rem; }
article:target, .field:target { border-color: var(--spruce); box-shadow: 0 0 0 1px var(--spruce); }
.call { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin: 0.5rem 0 0; font-family: var(--mono); font-size: 0.875rem; }
.method { font-weight: 700; }
.GET { color: var(--blue); } .POST { color: var(--spruce); } .PATCH, .PUT { color: var(--amber); } .DELETE { color: var(--berry); }
.scope { color: var(--soft); }
dl { margin: 0; border-top: 1px solid var(--line); }
.field { border-bottom: 1px solid var(--line); padding: 0.5rem 0; display: grid; gap: 0 1.5rem; }
@media (width >= 48rem) { .field { grid-template-columns: 14rem minmax(0, 1fr); } }
dt, dd { margin: 0; min-width: 0; }
dt .name { font-weight: 600; }
dt .needed { color: var(--berry); font-size: 0.8125rem; margin-left: 0.5rem; }
dd .type { color: var(--soft); font-size: 0.875rem; display: block; }
dd dl { margin-top: 0.5rem; }
pre {
  margin: 0.5rem 0 0; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.75rem; white-space: pre-wrap;
  overflow-wrap: anywhere;
}
@media print { nav { display: none; } }
`;
