import { flushCompileCache } from "node:module";
import { start } from "../process/start.ts";
import "./load-jsx.ts";
import { createDevelopmentWeb } from "./development-web.ts";

// The parent process has ended.
process.once("disconnect", () => process.exit());
await start(createDevelopmentWeb, "development");
// The parent kills this process, so it can't flush at its end.
flushCompileCache();
