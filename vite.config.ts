import { builtinModules } from "node:module";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import {
  compressOnce,
  importWithoutPreload,
  inlineScripts,
  ownRouteModules,
  reportModuleSizes,
  runByNode,
} from "./scripts/vite-plugins.ts";

/**
 * Few files compress better than many, and the list of routes names fewer: React, what every page loads, what shows goods, forms, and how
 * their answers are told. What a page has for itself comes with it.
 */
const sharedFiles = [
  {
    name: "react",
    test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|[\\/]load-route-module\.ts/,
    priority: 2,
  },
  { name: "shop", test: /[\\/]app[\\/]root\.tsx/, priority: 1 },
  {
    name: "goods",
    test: /[\\/](picture|price|rating|add-to-cart-button|failed-page|product-address|cart-needs-scripts)\.tsx?$/,
  },
  { name: "forms", test: /[\\/]forms[\\/](use-form|submit-button|failure-note|form-page|fields)\.tsx?$/ },
  { name: "answers", test: /[\\/]forms[\\/]answer-(form|or-failure)\.ts$/, priority: 1 },
  { name: "loader", test: /[\\/](loader|spinner)\.tsx$/, priority: 1 },
];

export default defineConfig({
  plugins: [
    runByNode(),
    inlineScripts(),
    importWithoutPreload(),
    ownRouteModules(),
    tailwindcss(),
    reactRouter(),
    compressOnce(),
    reportModuleSizes(),
  ],
  // What Vite's development server leaves to Node: its own modules, as ever, and the ones above.
  environments: {
    ssr: { resolve: { builtins: [...builtinModules, /^node:/, /^file:/] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } } } },
  },
  // Found only when a page that needs one is opened, they would be bundled again, and the page loaded again.
  optimizeDeps: { include: ["is-network-error", "thumbhash", "valibot"] },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
});
