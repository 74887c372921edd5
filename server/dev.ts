import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join, resolve } from "node:path";
import { openFailureServer } from "./development/failure-server.ts";

/**
 * `npm run dev`: runs the shop in a child process, which it restarts when a module that Node runs changes. If the process ends because of a broken
 * module, it restarts after the next change; until then every page shows the process's output. See docs/decisions/0012.
 */

const projectFolder = resolve(import.meta.dirname, "..");
/** Vite follows `app/`, `owner/` and `ui/` itself. */
const runByNode = ["shop", "database", "server", "web", "api"];
const otherSources = ["app", "owner", "ui", "scripts", "."];
/** Milliseconds: editors write a file in several steps. */
const settleMs = 50;
/** Characters of the output that pages show. */
const shownLength = 10_000;

let shop: ChildProcess | undefined;
let failure: ReturnType<typeof openFailureServer> | undefined;
let changedSinceStart = false;
let restartTimer: NodeJS.Timeout | undefined;

for (const folder of runByNode) follow(folder, true);
for (const folder of otherSources) follow(folder, false);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    shop?.kill("SIGKILL");
    process.exit();
  });
}
start();

function follow(folder: string, isRunByNode: boolean) {
  watch(join(projectFolder, folder), { recursive: folder !== "." }, (_event, file) => {
    const isSource = /\.(tsx?|mjs|json|css)$/.test(file ?? "") && !/\.test\.tsx?$|\.react-router/.test(file ?? "");
    if (!isSource) return;
    changedSinceStart = true;
    if (shop && !isRunByNode) return;
    clearTimeout(restartTimer);
    restartTimer = setTimeout(restart, settleMs);
  });
}

/** Kills the shop: nothing is lost, and open connections can't delay it. */
async function restart() {
  if (shop) return shop.kill("SIGKILL");
  const open = failure;
  if (!open) return;
  failure = undefined;
  (await open).close();
  start();
}

function start() {
  changedSinceStart = false;
  let printed = "";
  shop = spawn(process.execPath, ["server/development/shop-process.ts"], {
    cwd: projectFolder,
    env: { ...process.env, WEB_CONCURRENCY: "1" },
    stdio: ["inherit", "inherit", "pipe", "ipc"],
  });
  shop.stderr?.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    printed = (printed + text).slice(-shownLength);
  });
  shop.once("close", () => {
    shop = undefined;
    if (changedSinceStart) return start();
    console.error("The shop starts again after the next change.");
    failure = openFailureServer(printed);
  });
}
