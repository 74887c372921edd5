export { Answers } from "./answers.tsx";
export { Breadcrumb } from "./breadcrumb.tsx";
export { FactsTable } from "./facts-table.tsx";
export { MoreProducts } from "./more-products.tsx";
