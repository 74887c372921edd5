import { type IncomingMessage, Server } from "node:http";

/**
 * Loaded into the server's process before the server (`late.config.ts`). It delays three answers in ten by up to 0.4 s and one in ten by 1.2 s, but no
 * pictures: a page has so many that one of them would always be late.
 */
const emit: (this: Server, event: string | symbol, ...args: unknown[]) => boolean = Server.prototype.emit;

Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
  const isAsked = event === "request" && !(args[0] as IncomingMessage).url?.startsWith("/pictures/");
  if (!isAsked) return emit.call(this, event, ...args);
  setTimeout(() => emit.call(this, event, ...args), delayMs());
  return true;
};

function delayMs() {
  const chance = Math.random();
  return chance < 0.6 ? 0 : chance < 0.9 ? Math.random() * 400 : 1200;
}
