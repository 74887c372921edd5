/** "1 variant", "2 variants" */
export function variantCount(variants: number) {
  return variants === 1 ? "1 variant" : `${variants} variants`;
}
