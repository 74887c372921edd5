import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** Lets Node run the template of emails from source: it strips types, but knows no JSX. See docs/decisions/0197. */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    // Most processes never need it.
    const { transformSync }: typeof import("rolldown/utils") = require("rolldown/utils");
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, "utf8"));
    if (errors[0]) throw errors[0];
    return { format: "module", source: code, shortCircuit: true };
  },
});
