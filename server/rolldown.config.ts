import { defineConfig } from "rolldown";

/**
 * Bundles the server, React Router's builds included, into a few files: loading a thousand modules takes half of a start.
 * See docs/decisions/0130.
 */
export default defineConfig({
  input: { main: "server/main.ts" },
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
  output: { dir: "build/shop", cleanDir: true },
});
