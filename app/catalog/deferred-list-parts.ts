export { ChosenFilters } from "./chosen-filters.tsx";
export { FilterPanel } from "./filter-panel.tsx";
export { Pagination } from "./pagination.tsx";
