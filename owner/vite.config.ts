import { builtinModules } from "node:module";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compressOnce, runByNode } from "../scripts/vite-plugins.ts";

/** The owner's screens are a separate build, so that none of their code reaches the shop's pages. */
export default defineConfig({
  base: "/owner/",
  publicDir: false,
  // With a shared cache, the two builds would bundle their dependencies again on every start.
  cacheDir: "../node_modules/.vite-owner",
  plugins: [runByNode(), tailwindcss(), reactRouter(), compressOnce()],
  environments: {
    ssr: { resolve: { builtins: [...builtinModules, /^node:/, /^file:/] } },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
