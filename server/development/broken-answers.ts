import type { ServerResponse } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { buildErrorMessage, type ErrorPayload, type ViteDevServer } from "vite";
import { projectFolder } from "../process/config.ts";
import { failurePage } from "./failure-page.ts";

type ModuleError = Error & Parameters<typeof buildErrorMessage>[0];

/** Answers with the error while modules can't be loaded; pages reload after the next change. */
export function createBrokenAnswers(vite: ViteDevServer) {
  const { client, ssr } = vite.environments;
  let isShown = false;
  follow(vite);
  return { follow, answer };

  /** Reloads pages when a file of this server changes. */
  function follow({ watcher }: Pick<ViteDevServer, "watcher">) {
    watcher.on("all", (_event, file) => {
      if (!isShown || !/\.(tsx?|css|json)$/.test(file)) return;
      isShown = false;
      client.hot.send({ type: "full-reload" });
    });
  }

  function answer(thrown: unknown, response: ServerResponse) {
    if (isKnownToNodeAlone(thrown)) {
      setImmediate(() => {
        throw thrown;
      });
    }
    const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as ModuleError;
    vite.ssrFixStacktrace(error);
    const payload = overlayOf(error);
    isShown = true;
    client.hot.send({ type: "error", err: payload });
    // Vite misses a change within 50 ms of another one, so the next request tries all modules again.
    ssr.moduleGraph.invalidateAll();
    response.writeHead(500, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
    response.end(failurePage(buildErrorMessage(error, [error.message]), showOverlay(payload)));
  }
}

/** Some syntax errors have no position. Node prints it when they end the process, and pages show that output. */
function isKnownToNodeAlone(thrown: unknown) {
  return thrown instanceof SyntaxError && !("id" in thrown) && !thrown.stack?.includes(projectFolder);
}

function overlayOf({ message, stack = "", id, frame = "", plugin, loc }: ModuleError) {
  const [plainMessage, plainFrame] = [message, frame].map(stripVTControlCharacters);
  return { message: plainMessage, stack, id, frame: plainFrame, plugin, loc } as ErrorPayload["err"];
}

function showOverlay(payload: ErrorPayload["err"]) {
  return `import { ErrorOverlay } from "/@vite/client";
document.body.append(new ErrorOverlay(${JSON.stringify(payload).replaceAll("<", "\\u003c")}));`;
}
