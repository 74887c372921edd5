import { builtinModules } from "node:module";
import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import {
  compressOnce,
  inlineScripts,
  offlineWorker,
  plainImports,
  reportModuleSizes,
  runByNode,
  toldByPage,
} from "../scripts/vite-plugins.ts";

/**
 * Few files compress better than many, and shorten the route manifest: React, every page's code, product displays, what only lists and
 * products need of them, forms, and their answers. Code of
 * one page stays with it.
 */
const sharedFiles = [
  {
    name: "react",
    test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 2,
  },
  { name: "shop", test: /[\\/]app[\\/](root\.tsx|page[\\/]toasts\.ts)/, priority: 1 },
  {
    name: "product-display",
    test: /[\\/](picture|price|failed-page|product-address|stock-alert-address|cart-needs-scripts|delivery[\\/]delivery)\.tsx?$/,
  },
  {
    name: "product-cards",
    test: /[\\/](rating|add-to-cart-button|color-dots|list-behind|unit-price|category-(backdrop|colors)|stock[\\/]availability)\.tsx?$/,
  },
  {
    name: "forms",
    test: /[\\/](forms[\\/](use-form|submit-button|failure-note|form-page)|ui[\\/]fields)\.tsx?$/,
  },
  { name: "options-text", test: /[\\/]options-text\.tsx$/ },
  { name: "cart-state", test: /[\\/](compare-cart|kept-code)\.ts$/ },
  { name: "answers", test: /[\\/]forms[\\/]answer-(form|or-failure)\.ts$/, priority: 1 },
  { name: "loader", test: /[\\/]loader\.tsx$/, priority: 1 },
];

export default defineConfig({
  cacheDir: join(import.meta.dirname, "../node_modules/.vite"),
  plugins: [
    runByNode(),
    toldByPage(),
    plainImports(),
    inlineScripts(),
    offlineWorker(),
    tailwindcss(),
    reactRouter(),
    compressOnce(),
    reportModuleSizes(),
  ],
  // Vite's development server leaves these to Node: built-in modules, and those of `runByNode`.
  environments: {
    ssr: { resolve: { builtins: [...builtinModules, /^node:/, /^file:/] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } } } },
  },
  // Otherwise Vite finds them when a page needs one, bundles again and reloads the page.
  optimizeDeps: { include: ["is-network-error", "norway-postal-codes", "thumbhash", "valibot"] },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
});
