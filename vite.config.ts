import { pathToFileURL } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Keeps the shop, the database and the server out of the server bundle: Node runs their TypeScript as it is, so that
 * loaders, the server and the command line share the same modules, and one database.
 */
function runByNode(): Plugin {
  let building = false;
  return {
    name: "torg:run-by-node",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "ssr",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId(id) {
      if (!/^#(shop|database|server)\//.test(id)) return;
      return { id: building ? id : pathToFileURL(id.slice(1)).href, external: true };
    },
  };
}

export default defineConfig({
  plugins: [runByNode(), tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
});
