import { readFile, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";

/**
 * Keeps the shop, the database and what pages and server agree on (`web/`) out of the server bundle: Node runs their TypeScript as it is, so that
 * loaders, the server and the command line share the same modules, and one database.
 */
function runByNode(): Plugin {
  let developing = false;
  return {
    name: "torg:run-by-node",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "ssr",
    configResolved(config) {
      developing = config.command === "serve";
    },
    resolveId(id) {
      if (!/^#(shop|database|web)\//.test(id)) return;
      // Vite's development server would look for `#` names from its own folder.
      return { id: developing ? pathToFileURL(id.slice(1)).href : id, external: true };
    },
  };
}

/**
 * `import text from "./file.ts?inline-script"` gives a module and what it imports as the text of a classic script, as small as can be. Only the
 * server, which writes it into pages, has that text; in the browser it is empty.
 */
function inlineScripts(): Plugin {
  const query = "?inline-script";
  return {
    name: "torg:inline-scripts",
    async load(id) {
      if (!id.endsWith(query)) return;
      if (this.environment.name === "client") return 'export default "";';
      const file = id.slice(0, -query.length);
      this.addWatchFile(file);
      const output = { format: "iife" as const };
      const built = await build({
        configFile: false,
        logLevel: "error",
        build: { write: false, target: "es2022", rolldownOptions: { input: file, output } },
      });
      const [{ code }] = (built as Rolldown.RolldownOutput).output;
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}

/** What comes on demand is one small file without styles. Vite's helper that preloads more, half a kilobyte on every page, is left out. */
function importWithoutPreload(): Plugin {
  return {
    name: "torg:import-without-preload",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}

/** Leaves each script and style sheet compressed beside itself, as small as can be, so that nobody does it while a shopper waits. */
function compressOnce(): Plugin {
  const maximum = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    name: "torg:compress-once",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir = "" }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const file = join(dir, name);
        const content = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(content, maximum));
        await writeFile(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/**
 * Few files compress better than many, and the list of routes names fewer: React, what every page loads, what shows goods, forms, and how
 * their answers are told. What a page has for itself comes with it.
 */
const sharedFiles = [
  { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: "shop", test: /[\\/]app[\\/]root\.tsx/, priority: 1 },
  {
    name: "goods",
    test: /[\\/](picture|price|rating|add-to-cart-button|failed-page|product-address)\.tsx?$/,
  },
  { name: "forms", test: /[\\/]forms[\\/](use-form|submit-button|failure-note|form-page|fields)\.tsx?$/ },
  { name: "answers", test: /[\\/]forms[\\/]answer-(form|or-failure)\.ts$/, priority: 1 },
  { name: "loader", test: /[\\/](loader|spinner)\.tsx$/, priority: 1 },
];

export default defineConfig({
  plugins: [runByNode(), inlineScripts(), importWithoutPreload(), tailwindcss(), reactRouter(), compressOnce()],
  // What Vite's development server leaves to Node: its own modules, as ever, and the ones above.
  environments: {
    ssr: { resolve: { builtins: [...builtinModules, /^node:/, /^file:/] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } } } },
  },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
});
