import { globSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig, type OutputOptions, type Plugin } from "rolldown";

const shared = defineConfig({
  platform: "node",
  // Its `paths` are only for types.
  tsconfig: false,
  external: [
    // Bundled, they render 10 % slower.
    /^(react|react-dom|react-router)($|\/)/,
    // These read files next to their modules.
    /^(sharp|pino|pino-pretty|pdfkit|fontkit|harfbuzzjs|subset-font)$/,
    // Most shops never load them.
    /^(@opentelemetry\/|date-holidays$)/,
    // pg imports it where there is no Node.
    "cloudflare:sockets",
  ],
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
});

/** V8 holds each module's text, in twice the memory if it has a single character beyond Latin-1. See docs/decisions/0417. */
const output: OutputOptions = { cleanDir: true, charset: "ascii", comments: { jsdoc: false } };

/** Modules name a program that they start by its source. In the bundle it is the bundled one. */
const startBundledPrograms: Plugin = {
  name: "start-bundled-programs",
  transform(code) {
    return code.replaceAll(
      /import\.meta\.resolve\("#shop\/[\w/-]+\/([\w-]+-process)\.ts"\)/g,
      'new URL("../programs/$1.js", import.meta.url).href',
    );
  },
};

const programs = globSync("shop/**/*-process.ts").map((file) => [basename(file, ".ts"), file]);

/**
 * Bundles the server, React Router's builds included, and the programs that it starts into a few files: loading a thousand modules takes half of a
 * start. See docs/decisions/0130 and docs/decisions/0382.
 */
export default defineConfig([
  {
    ...shared,
    input: { main: "server/main.ts" },
    plugins: [startBundledPrograms],
    output: { ...output, dir: "build/shop" },
  },
  { ...shared, input: Object.fromEntries(programs), output: { ...output, dir: "build/programs" } },
]);
