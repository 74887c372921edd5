import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, minifySync, type Plugin, type Rolldown } from "vite";

const projectFolder = resolve(import.meta.dirname, "..");

/**
 * Keeps the shop, the database and what pages and server agree on (`web/`) out of what is built of the pages for the server: both webs' loaders and the
 * server share the same modules, and one database. `server/rolldown.config.ts` bundles them once for all; in development Node runs them as they are.
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
      // Vite's development server would look for `#` names from its own folder.
      return { id: developing ? pathToFileURL(join(projectFolder, id.slice(1))).href : id, external: true };
    },
  };
}

/**
 * `import text from "./file.ts?inline-script"` gives a module and what it imports as the text of a classic script, as small as can be. Only the
 * server, which writes it into pages, has that text; in the browser it is empty.
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
export function importWithoutPreload(): Plugin {
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

/** What loads a route's module is ours instead of React Router's (`app/frame/load-route-module.ts` says why). */
export function ownRouteModules(): Plugin {
  return {
    name: "torg:own-route-modules",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId: {
      filter: { id: /\/routeModules\.js$/ },
      handler: () => join(projectFolder, "app/frame/load-route-module.ts"),
    },
  };
}

/** Leaves each script and style sheet compressed beside itself, as small as can be, so that nobody does it while a shopper waits. */
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
 * Writes `module-sizes.json` next to the built client: the modules of each script, which goes by its name without a hash, and how many bytes each
 * module has, minified and gzipped by itself. `tests/page-weight.test.ts` finds the modules that grew in it.
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
    // A module by itself doesn't use what it exports.
    const minified = minifySync("module.js", code, { compress: { unused: false } });
    sizes[name] = (sizes[name] ?? 0) + gzipSync(minified.code).length;
  }
  return sizes;
}
