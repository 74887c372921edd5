import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { ServerBuild } from "react-router";
import { buildErrorMessage, type ErrorPayload, type ViteDevServer } from "vite";
import { projectFolder } from "../environment/config.ts";
import { failurePage } from "./failure-page.ts";

type ModuleError = Error & Parameters<typeof buildErrorMessage>[0];

const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };

/** Shows developers what modules and pages throw, with its file and line; pages reload after the next change. */
export function createBrokenAnswers(vite: ViteDevServer) {
  const { client, ssr } = vite.environments;
  /** What the pages of each request threw. */
  const thrown = new AsyncLocalStorage<unknown[]>();
  let isShown = false;
  follow(vite);
  client.hot.on("torg:error", ({ message, stack }: { message: string; stack?: string }) => {
    const traced = stack?.replace(inBrowser, traceToSource);
    // Others are the server's, shown already, or follow from one of ours.
    if (traced && traced !== stack) show(Object.assign(new Error(message), { stack: traced }));
  });
  return { follow, answer, noteErrors, replacePage };

  /** Reloads pages when a file of this server changes. */
  function follow({ watcher }: Pick<ViteDevServer, "watcher">) {
    watcher.on("all", (_event, file) => {
      if (!isShown || !/\.(tsx?|css|json)$/.test(file)) return;
      isShown = false;
      client.hot.send({ type: "full-reload" });
    });
  }

  /** Shows an error over all open pages. @returns a page that shows it too */
  function show(cause: unknown) {
    const error: ModuleError = cause instanceof Error ? cause : new Error(String(cause));
    const payload = overlayOf(error);
    isShown = true;
    client.hot.send({ type: "error", err: payload });
    return failurePage(buildErrorMessage(error, [error.message]), showOverlay(payload));
  }

  /** Answers while modules can't be loaded. */
  function answer(error: unknown, response: ServerResponse) {
    if (isKnownToNodeAlone(error)) {
      setImmediate(() => {
        throw error;
      });
    }
    const page = show(error);
    // Vite misses a change within 50 ms of another one, so the next request tries all modules again.
    ssr.moduleGraph.invalidateAll();
    response.writeHead(500, headers).end(page);
  }

  /** Notes what a build's pages throw for `replacePage`. */
  function noteErrors(build: ServerBuild): ServerBuild {
    const module: typeof build.entry.module = {
      ...build.entry.module,
      handleError(error, args) {
        thrown.getStore()?.push(error);
        return build.entry.module.handleError?.(error, args);
      },
    };
    return { ...build, entry: { module } };
  }

  /** Replaces the customers' error page. Other requests are a page's own, which shows the error over itself. */
  async function replacePage(request: Request, render: () => Promise<Response>) {
    const errors: unknown[] = [];
    const answer = await thrown.run(errors, render);
    if (errors.length === 0 || answer.status < 500) return answer;
    const page = show(errors[0]);
    return request.headers.get("accept")?.includes("text/html")
      ? new Response(page, { status: answer.status, headers })
      : answer;
  }

  function traceToSource(written: string, path: string, line: string, column: string) {
    const file = path.startsWith("@fs/") ? path.slice("@fs".length) : join(vite.config.root, path);
    const map = client.moduleGraph.getModuleById(file)?.transformResult?.map as SourceMapPayload | undefined;
    const origin = map && new SourceMap(map).findOrigin(Number(line), Number(column));
    return origin && "lineNumber" in origin ? `${file}:${origin.lineNumber}:${origin.columnNumber}` : written;
  }
}

/** A place in one of our modules, in a browser's stack. */
const inBrowser = /https?:\/\/[^/\s]+\/(?!node_modules\/)([^\s?:]+)[^\s:]*:(\d+):(\d+)/g;

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
