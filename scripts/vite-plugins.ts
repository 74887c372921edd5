import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, minifySync, type Plugin, type Rolldown } from "vite";

const projectFolder = resolve(import.meta.dirname, "..");

/**
 * Excludes `shop/`, `database/` and `web/` from the pages' server builds, so that the loaders of both and the server share the same modules and one
 * database connection. `server/rolldown.config.ts` bundles them once; in development Node runs the sources.
 */
export function runByNode(): Plugin {
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
      // Vite's development server would resolve `#` names from its own folder.
      return { id: developing ? pathToFileURL(join(projectFolder, id.slice(1))).href : id, external: true };
    },
  };
}

/**
 * `import text from "./file.ts?inline-script"` bundles and minifies a module as the text of a classic script. Only the server, which writes it into
 * pages, gets the text; in the browser it is empty. The module is a browser's, and so are those that it imports.
 */
export function inlineScripts(): Plugin {
  const query = "?inline-script";
  return {
    name: "torg:inline-scripts",
    async load(id) {
      if (!id.endsWith(query)) return;
      if (this.environment.name === "client") return 'export default "";';
      const file = id.slice(0, -query.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(await bundleScript(file))};`;
    },
  };
}

/** Bundles the service worker as `/offline-worker.js`, without a hash: browsers look for newer versions at the address where they found it. */
export function offlineWorker(): Plugin {
  return {
    name: "torg:offline-worker",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async generateBundle() {
      const source = await bundleScript(join(projectFolder, "app/offline/worker.ts"));
      this.emitFile({ type: "asset", fileName: "offline-worker.js", source });
    },
  };
}

/** A module and all that it imports, minified, as the text of a classic script for browsers. */
async function bundleScript(file: string) {
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [toldByPage()],
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  });
  const [{ code }] = (built as Rolldown.RolldownOutput).output;
  return code.trim();
}

/**
 * What browsers needn't work out, because the page tells them: how a locale writes amounts comes with its data, and the decimals of its currency are
 * an attribute of its root where they aren't two. See docs/decisions/0303.
 */
export function toldByPage(): Plugin {
  const told: Record<string, string> = {
    "shop/values/number-marks.ts": "export const marksOf = () => {};",
    "shop/values/currencies.ts": `export const defaultCurrency = "USD";
      export const decimalsOf = () => +(document.documentElement.dataset.decimals ?? 2);
      export const scaleOf = () => 10 ** decimalsOf();`,
  };
  return {
    name: "torg:told-by-page",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load: (id) => told[relative(projectFolder, id)],
  };
}

/**
 * Vite wraps each import on demand in code that first loads the imported module's style sheets. Ours have none: routes link them (`links`). The build
 * fails where that changes, because the styles would never load.
 */
export function plainImports(): Plugin {
  return {
    name: "torg:plain-imports",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load: (id) =>
      id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : undefined,
    generateBundle(_, bundle) {
      for (const script of Object.values(bundle)) {
        if (script.type === "chunk" && script.viteMetadata?.importedCss.size)
          this.error(`${script.name} imports a style sheet: link it by its route (\`?url\`)`);
      }
    },
  };
}

/** Writes each script and style sheet with maximum compression next to the original, so that no request waits for it. */
export function compressOnce(): Plugin {
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
 * Writes `module-sizes.json` next to the built client: the modules of each script, by its name without a hash, with their bytes, each minified and
 * gzipped alone. `tests/page-weight.test.ts` finds modules that grew.
 */
export function reportModuleSizes(): Plugin {
  return {
    name: "torg:report-module-sizes",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const sizes: Record<string, Record<string, number>> = {};
      for (const script of Object.values(bundle).filter(({ type }) => type === "chunk") as Rolldown.OutputChunk[]) {
        sizes[script.name] = { ...sizes[script.name], ...sizesOfModules(script) };
      }
      await writeFile(join(dirname(dir), "module-sizes.json"), `${JSON.stringify(sizes, undefined, 2)}\n`);
    },
  };
}

function sizesOfModules({ modules }: Rolldown.OutputChunk) {
  const sizes: Record<string, number> = {};
  for (const [id, { code }] of Object.entries(modules)) {
    if (!code) continue;
    const name = relative(projectFolder, id).replace(/\?.*/, "");
    // Alone, a module doesn't use its exports.
    const minified = minifySync("module.js", code, { compress: { unused: false } });
    sizes[name] = (sizes[name] ?? 0) + gzipSync(minified.code).length;
  }
  return sizes;
}
