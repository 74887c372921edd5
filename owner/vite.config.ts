import { builtinModules } from "node:module";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compressOnce, runByNode } from "../scripts/vite-plugins.ts";

/** The owner's screens are a web of their own, so that nothing of them is in a shopper's page. */
export default defineConfig({
  base: "/owner/",
  publicDir: false,
  // With the shop's, each of the two would bundle its dependencies again on every start.
  cacheDir: "../node_modules/.vite-owner",
  plugins: [runByNode(), tailwindcss(), reactRouter(), compressOnce()],
  environments: {
    ssr: { resolve: { builtins: [...builtinModules, /^node:/, /^file:/] } },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
