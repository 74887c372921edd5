/**
 * Divides an amount in proportion to weights, in whole cents that add up to it (largest remainder). Of equal remainders, the first gets the cent.
 *
 * @param weights not negative; where all are 0, the first part gets everything
 */
export function shareCents(cents: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? cents : 0));
  // Products of two amounts may exceed what a number holds exactly.
  const exact = weights.map((weight) => BigInt(weight) * BigInt(cents));
  const shares = exact.map((product) => Number(product / BigInt(sum)));
  const remainders = exact.map((product) => product % BigInt(sum));
  const missing = cents - shares.reduce((total, share) => total + share, 0);
  const largest = remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
    .slice(0, missing);
  for (const { index } of largest) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** An amount times a fraction of whole numbers that aren't negative, rounded half up. */
export function scaleCents(cents: number, numerator: number, denominator: number) {
  // Products of two amounts may exceed what a number holds exactly.
  const doubled = 2n * BigInt(cents) * BigInt(numerator) + BigInt(denominator);
  return Number(doubled / (2n * BigInt(denominator)));
}
