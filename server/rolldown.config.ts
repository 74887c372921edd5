import { defineConfig } from "rolldown";

/**
 * The server and all that it imports, React Router's builds too, as a few files: to find and read a thousand modules one by one is half of
 * a start's work (docs/decisions/2026-11-23-bundled-server.md). They lie as deep in the project as modules that name its other files from where
 * they are, such as `server/process/config.ts`.
 */
export default defineConfig({
  input: { main: "server/main.ts" },
  platform: "node",
  // Its paths are for types alone.
  tsconfig: false,
  external: [
    // Bundled, they render a tenth slower.
    /^(react|react-dom|react-router)($|\/)/,
    // These read files that lie beside their modules.
    /^(sharp|roaring-wasm|pino|pino-pretty)$/,
    // pg asks for it where there is no Node.
    "cloudflare:sockets",
  ],
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  output: { dir: "build/shop", cleanDir: true },
});
