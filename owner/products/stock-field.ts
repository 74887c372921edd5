/** The list's form has a stock field for each product, named by this and the product's ID. */
export const stockFieldPrefix = "stock-";
