const mostSteps = 4;

/**
 * The values at which a chart of amounts has its lines, from 0 to at least the largest amount: whole units in steps of 1, 2 or 5 times a power of
 * ten.
 *
 * @param mostCents the largest amount
 * @param scale how many cents a unit has
 */
export function axisTicks(mostCents: number, scale: number) {
  const least = Math.max(mostCents, scale) / mostSteps;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(scale, ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power);
  const steps = Math.max(1, Math.ceil(mostCents / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
