import { discountState } from "#shop/discounts/check-discount.ts";
import { describeDiscount } from "#shop/discounts/describe-discount.ts";
import { toDiscountForm } from "#shop/discounts/discount-form.ts";
import { findDiscounts } from "#shop/discounts/read-discounts.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { readTextPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/discount-list";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const { rows, ...page } = await readTextPage(url, {
    find: (query) => findDiscounts(db, query),
    keyOf: ({ code }) => code,
    limit: 100,
  });
  return {
    ...page,
    discounts: rows.map((discount) => {
      const { id, code, uses, usesLimit } = discount;
      const { starts, ends } = toDiscountForm(discount, settings);
      return {
        ...{ id, code, starts, ends },
        effect: describeDiscount(discount, settings),
        uses: usesLimit === null ? String(uses) : `${uses} of ${usesLimit}`,
        state: discountState(discount, now()),
      };
    }),
  };
}

export default function Discounts({ loaderData: { discounts, text, isFirst, next } }: Route.ComponentProps) {
  const isEmpty = discounts.length === 0 && isFirst && text === "";
  return (
    <Screen
      title="Discounts"
      summary="Codes that customers enter at checkout. The field is shown once there is a code."
      actions={<Button href="/owner/discounts/new">Add discount code</Button>}
    >
      {!isEmpty && <SearchForm label="Search codes" q={text} />}
      <Table
        caption="Discount codes"
        rows={discounts}
        keyOf={({ id }) => id}
        empty={isEmpty ? "No discount codes yet." : "No codes match."}
        room="some"
        columns={[
          {
            name: "Code",
            isTitle: true,
            cell: ({ id, code }) => (
              <a href={`/owner/discounts/${id}`} className="text-link font-medium wrap-anywhere">
                {code}
              </a>
            ),
          },
          { name: "Discount", cell: ({ effect }) => effect },
          { name: "Status", cell: ({ state }) => state },
          { name: "Uses", cell: ({ uses }) => uses, isNumber: true },
          { name: "Starts", cell: ({ starts }) => starts },
          { name: "Ends", cell: ({ ends }) => ends },
        ]}
      />
      <Pager label="Code pages" path="/owner/discounts" query={{ q: text }} isFirst={isFirst} next={next} />
    </Screen>
  );
}
