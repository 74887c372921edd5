import { setTimeout as sleep } from "node:timers/promises";

const pause = 200;

/** Waits until a check answers something true. @throws after so many seconds, naming what didn't happen */
export async function until<Answer>(what: string, seconds: number, check: () => Promise<Answer> | Answer) {
  for (const end = performance.now() + 1000 * seconds; ; await sleep(pause)) {
    const answer = await check();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain: ${what}`);
  }
}

/** The status of an address, 0 without an answer within a second. */
export async function statusOf(url: string, method = "GET") {
  try {
    const answer = await fetch(url, { method, signal: AbortSignal.timeout(1000) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}
