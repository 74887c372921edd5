/** The pages that the preview of the appearance shows: the first product that is trending stands for all. */
export const previewPages = [
  { value: "home", label: "Home" },
  { value: "list", label: "Products" },
  { value: "product", label: "Product" },
] as const;
