import { start } from "./process/start.ts";

await start(async (opened) => {
  const { createBuiltWeb } = await import("./built-web.ts");
  return createBuiltWeb(opened);
});
