/** A category's color, as classes: behind its pictures, and behind the heading of its list. `category-colors.css` has the colors themselves. */
interface CategoryColor {
  value: string;
  label: string;
  backdrop: string;
  header: string;
}

/** The colors that owners choose from. Dark ink is readable on each backdrop, and ink on each header in both color schemes. */
export const categoryColors: CategoryColor[] = [
  { value: "beauty", label: "Rose", backdrop: "bg-beauty", header: "bg-beauty-header" },
  { value: "fragrances", label: "Sand", backdrop: "bg-fragrances", header: "bg-fragrances-header" },
  { value: "furniture", label: "Stone", backdrop: "bg-furniture", header: "bg-furniture-header" },
  { value: "groceries", label: "Honey", backdrop: "bg-groceries", header: "bg-groceries-header" },
  { value: "apricot", label: "Apricot", backdrop: "bg-apricot", header: "bg-apricot-header" },
  { value: "lemon", label: "Lemon", backdrop: "bg-lemon", header: "bg-lemon-header" },
  { value: "sage", label: "Sage", backdrop: "bg-sage", header: "bg-sage-header" },
  { value: "mint", label: "Mint", backdrop: "bg-mint", header: "bg-mint-header" },
  { value: "sky", label: "Sky", backdrop: "bg-sky", header: "bg-sky-header" },
  { value: "iris", label: "Iris", backdrop: "bg-iris", header: "bg-iris-header" },
  { value: "plum", label: "Plum", backdrop: "bg-plum", header: "bg-plum-header" },
  { value: "slate", label: "Slate", backdrop: "bg-slate", header: "bg-slate-header" },
];

/** The class of a color's backdrop; without a color, a neutral one. */
export function backdropOf(color: string | null | undefined) {
  return categoryColors.find(({ value }) => value === color)?.backdrop ?? "bg-furniture";
}

/** The class of a color's header; "" without a color. */
export function headerOf(color: string | null | undefined) {
  return categoryColors.find(({ value }) => value === color)?.header ?? "";
}
