/** Whether tests of properties try everything, as `npm run soak:properties` asks, or a sample of it. */
export const isThorough = Boolean(process.env.THOROUGH);

/** Everything, or every so many-th. @param first where the sample begins */
export function sampleOf<Thing>(things: Thing[], every: number, first = 0) {
  return isThorough ? things : things.filter((_, index) => (index + first) % every === 0);
}
