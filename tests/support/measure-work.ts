/** What a job does with a text. */
export type Job = (text: string) => unknown;

/** As often, a job may take the work that it has with harmless text of the same length. */
const mostTimes = 50;

/**
 * The texts with which a job takes far more of the processor than with harmless ones of the same length. What isn't much is measured against reading a
 * text a few times, so that trifles don't count.
 *
 * @param words of the harmless text
 */
export async function findCostly(job: Job, texts: Record<string, string>, words = "Lorem ipsum dolor sit amet ") {
  const length = Math.max(...Object.values(texts).map((text) => text.length));
  const harmless = words.repeat(Math.ceil(length / words.length)).slice(0, length);
  await job(harmless);
  const usual = Math.max(await leastWork(job, harmless, 2), await leastWork(readOften, harmless, 2));
  const costly: Record<string, number> = {};
  for (const [name, text] of Object.entries(texts)) {
    const times = (await leastWork(job, text, 3, usual * mostTimes)) / usual;
    if (times > mostTimes) costly[name] = Math.round(times);
  }
  return costly;
}

/** Microseconds of the processor: the least of a few runs, of which further ones are only made while it is too much. */
async function leastWork(job: Job, text: string, runs: number, enough = 0) {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least > enough; run += 1) {
    const before = process.cpuUsage();
    await job(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

function readOften(text: string) {
  for (let time = 0; time < 10; time += 1) text.toUpperCase().replaceAll(/\s+/g, " ").trim();
}
