import products from "../../catalog/products.json" with { type: "json" };

/** The products of the sample catalog that have cards of their own: of siblings the first. */
export const sampleCards = products.filter(
  ({ group }, index) => group === undefined || products.findIndex((other) => other.group === group) === index,
);

/** Their siblings, which are on their pages. */
export const sampleSiblings = products.filter((product) => !sampleCards.includes(product));
