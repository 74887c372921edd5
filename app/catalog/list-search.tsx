import { Form } from "react-router";
import type { ListState } from "./list-address.ts";
import { SearchInput } from "./search-field.tsx";

/** Where the header has only a button: another search among the filters and in the order that are chosen. */
export function ListSearch({ list: { q, filters, sort } }: { list: ListState }) {
  return (
    <Form className="relative min-w-0 grow basis-40 lg:hidden">
      {filters.map((filter) => (
        <input key={filter} type="hidden" name="filter" value={filter} />
      ))}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <SearchInput key={q} q={q} label="Search this list" submitLabel="Go" />
    </Form>
  );
}
