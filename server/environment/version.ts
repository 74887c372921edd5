import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./config.ts";

/** The shop's version, such as "1.0.0". */
export const { version } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")) as { version: string };
