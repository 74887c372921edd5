import { href, Link } from "react-router";
import { findCustomers } from "#shop/accounts/find-customers.ts";
import { formatMoment } from "#shop/values/days.ts";
import { StackedLine, Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { AllowedButton } from "../access/allowed-link.tsx";
import { CustomerBadges } from "../customers/customer-badges.tsx";
import { SelectField } from "../forms/form-fields.tsx";
import { readListCursor, readNewestOrOldest, readSearchText, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { NewestOrOldest, SearchForm } from "../lists/search-form.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/customer-list";

const customersPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { reader, settings } = context.get(shopContext);
  const given = url.searchParams;
  const query = {
    q: readSearchText(given),
    who: (["roles", "imported"] as const).find((who) => who === given.get("who")),
    sort: readNewestOrOldest(given),
  } as const;
  const cursor = readListCursor(given);
  const { customers, next } = await findCustomers(await reader(), {
    text: query.q,
    hasRole: query.who === "roles",
    isImported: query.who === "imported",
    sort: query.sort,
    after: cursor && { createdAt: cursor.moment, uid: cursor.id },
    limit: customersPerPage,
  });
  requireListPage(url, { rows: customers, cursor });
  return {
    query,
    isFirst: cursor === undefined,
    next: next && `${next.createdAt}-${next.uid}`,
    customers: customers.map(({ createdAt, disabledAt, ...customer }) => ({
      ...customer,
      isDisabled: disabledAt !== null,
      since: formatMoment(createdAt, settings),
    })),
  };
}

export default function Customers({ loaderData: { query, customers, next, isFirst } }: Route.ComponentProps) {
  return (
    <Screen title="Customers" actions={<AllowedButton href="/owner/customers/import">Import</AllowedButton>}>
      <SearchForm label="Name or email" q={query.q} columns="@min-[60rem]:grid-cols-[2fr_1fr_1fr_auto]">
        <SelectField label="Account" name="who" defaultValue={query.who ?? ""}>
          <option value="">All</option>
          <option value="roles">Owners and staff</option>
          <option value="imported">Imported, without an account</option>
        </SelectField>
        <NewestOrOldest sort={query.sort} />
      </SearchForm>
      <Table
        caption="Customers"
        rows={customers}
        keyOf={({ uid }) => uid}
        empty={query.q || query.who ? "No customers match." : "No customers yet."}
        room="some"
        columns={[
          {
            name: "Name",
            isTitle: true,
            cell: ({ uid, firstname, lastname, email, since, orders, pastOrders }) => {
              const name = `${firstname} ${lastname}`.trim();
              return (
                <>
                  <Link to={href("/customers/:uid", { uid })} className="text-link font-medium wrap-anywhere">
                    {name || email}
                  </Link>
                  {name && <span className="block text-sm wrap-anywhere text-soft @min-[44rem]:min-w-40">{email}</span>}
                  <StackedLine>
                    {`${orders} ${orders === 1 ? "order" : "orders"}`}
                    {pastOrders > 0 && ` + ${pastOrders} earlier`} · since {since}
                  </StackedLine>
                </>
              );
            },
          },
          {
            name: "Customer since",
            isInTitle: true,
            cell: ({ since }) => <span className="tabular-nums @xs:whitespace-nowrap">{since}</span>,
          },
          { name: "Account", isSelfEvident: true, cell: CustomerBadges },
          {
            name: "Orders",
            isInTitle: true,
            isNumber: true,
            cell: ({ orders, pastOrders }) => (
              <>
                {orders}
                {pastOrders > 0 && (
                  <span className="block text-sm whitespace-nowrap text-soft">+ {pastOrders} earlier</span>
                )}
              </>
            ),
          },
        ]}
      />
      <Pager label="Customer pages" path="/owner/customers" query={query} isFirst={isFirst} next={next} />
    </Screen>
  );
}
