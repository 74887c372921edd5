import { flushCompileCache } from "node:module";
import { start } from "../process/start.ts";
import { createDevelopmentWeb } from "./development-web.ts";

// The process that started this one is gone.
process.once("disconnect", () => process.exit());
await start(createDevelopmentWeb, "development");
// It is killed, so it couldn't do it at its end.
flushCompileCache();
