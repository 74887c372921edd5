import { href, Link } from "react-router";
import { findCustomers } from "#shop/accounts/find-customers.ts";
import { formatMoment } from "#shop/days.ts";
import { shopContext } from "#web/request-context.ts";
import { CustomerBadges } from "../components/customer-badges.tsx";
import { Table } from "../components/data-table.tsx";
import { SelectField } from "../components/form-fields.tsx";
import { readListPlace, readNewestOrOldest, readSearchText } from "../components/list-query.server.ts";
import { Pager } from "../components/pager.tsx";
import { Screen } from "../components/screen.tsx";
import { NewestOrOldest, SearchForm } from "../components/search-form.tsx";
import type { Route } from "./+types/customers";

const customersPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const given = url.searchParams;
  const query = {
    q: readSearchText(given),
    who: given.get("who") === "roles" ? "roles" : undefined,
    sort: readNewestOrOldest(given),
  } as const;
  const place = readListPlace(given);
  const { customers, next } = await findCustomers(db, {
    text: query.q,
    hasRole: query.who === "roles",
    sort: query.sort,
    after: place && { createdAt: place.moment, uid: place.id },
    limit: customersPerPage,
  });
  return {
    query,
    isFirst: place === undefined,
    next: next && `${next.createdAt}-${next.uid}`,
    customers: customers.map(({ createdAt, disabledAt, ...customer }) => ({
      ...customer,
      isDisabled: disabledAt !== null,
      since: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export default function Customers({ loaderData: { query, customers, next, isFirst } }: Route.ComponentProps) {
  return (
    <Screen title="Customers">
      <SearchForm label="Name or email" q={query.q} columns="@min-[60rem]:grid-cols-[2fr_1fr_1fr_auto]">
        <SelectField label="Who" name="who" defaultValue={query.who ?? ""}>
          <option value="">Everybody</option>
          <option value="roles">Owners and staff</option>
        </SelectField>
        <NewestOrOldest sort={query.sort} />
      </SearchForm>
      <Table
        caption="Customers"
        rows={customers}
        keyOf={({ uid }) => uid}
        empty={query.q || query.who ? "No customer is like that." : "There is none yet."}
        room="some"
        columns={[
          {
            name: "Name",
            isTitle: true,
            cell: ({ uid, firstname, lastname, email }) => (
              <>
                <Link to={href("/customers/:uid", { uid })} className="text-link font-medium wrap-anywhere">
                  {firstname} {lastname}
                </Link>
                <span className="block text-sm wrap-anywhere text-soft @min-[44rem]:min-w-40">{email}</span>
              </>
            ),
          },
          { name: "Since", cell: ({ since }) => <span className="tabular-nums @xs:whitespace-nowrap">{since}</span> },
          { name: "Account", cell: CustomerBadges },
          { name: "Orders", isNumber: true, cell: ({ orders }) => orders },
        ]}
      />
      <Pager label="Pages of customers" path="/owner/customers" query={query} isFirst={isFirst} next={next} />
    </Screen>
  );
}
