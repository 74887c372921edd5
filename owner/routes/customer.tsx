import type { ReactNode } from "react";
import { data, href, Link } from "react-router";
import { readOwnersCustomer } from "#shop/accounts/find-customers.ts";
import { formatDay, formatMoment } from "#shop/days.ts";
import { formatAmount } from "#shop/money.ts";
import { findOrders } from "#shop/orders/find-orders.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { takeAccountStep } from "../components/account-steps.server.ts";
import { Refusal, saidId } from "../components/alert.tsx";
import { ChangeTable } from "../components/change-table.tsx";
import { CustomerBadges } from "../components/customer-badges.tsx";
import { Table } from "../components/data-table.tsx";
import { SelectField } from "../components/form-fields.tsx";
import { readListPlace } from "../components/list-query.server.ts";
import { redirectWithNotice } from "../components/notice.server.ts";
import { OrderStateBadge } from "../components/order-state.tsx";
import { Pager } from "../components/pager.tsx";
import { Part, Screen } from "../components/screen.tsx";
import { signInAgainAddress } from "../components/sign-in-again-address.ts";
import { withQuery } from "../components/with-query.ts";
import type { Route } from "./+types/customer";

const ordersPerPage = 20;
const shownChanges = 50;

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const owner = context.get(ownerContext);
  const customer = await readOwnersCustomer(db, params.uid);
  if (!customer) throw data(null, 404);
  const place = readListPlace(url.searchParams);
  const { orders, next } = await findOrders(db, {
    userId: customer.uid,
    sort: "newest",
    after: place && { createdAt: place.moment, id: Number(place.id) || 0 },
    limit: ordersPerPage,
  });
  const { createdAt, disabledAt, dateOfBirth, ...facts } = customer;
  const tell = (moment: number) => formatMoment(moment, settings.timeZone);
  const isSelf = owner.uid === customer.uid;
  return {
    customer: {
      ...facts,
      since: tell(createdAt),
      born: formatDay(dateOfBirth),
      isDisabled: disabledAt !== null,
      disabledSince: disabledAt === null ? undefined : tell(disabledAt),
    },
    orders: orders.map((order) => ({ ...order, placed: tell(order.createdAt) })),
    isFirst: place === undefined,
    next: next && `${next.createdAt}-${next.id}`,
    changes: (await readAccountChanges(db, customer.email)).map((change) => ({
      ...change,
      when: tell(change.createdAt),
    })),
    isSelf,
    mayDisable: !isSelf && (owner.role === "owner" || customer.role !== "owner"),
    mayGiveRoles: !isSelf && owner.role === "owner",
    /** Chosen before its owner had to sign in again. */
    chosenRole: url.searchParams.get("role") ?? undefined,
  };
}

/** What was changed about an account and its role, newest first. */
async function readAccountChanges(db: Parameters<typeof readChanges>[0], subject: string) {
  const [account, roles] = await Promise.all([
    readChanges(db, { kind: "customer", subject, limit: shownChanges }),
    readChanges(db, { kind: "role", subject, limit: shownChanges }),
  ]);
  return [...account, ...roles].sort((one, other) => other.id - one.id);
}

export async function action({ request, params: { uid }, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  const { step = "" } = fields;
  const outcome = await takeAccountStep(step, { request, context, uid, fields });
  if ("done" in outcome) return redirectWithNotice(new URL(request.url).pathname, outcome.done);
  return data({ ...outcome, step, role: fields.role }, outcome.status);
}

export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, orders, changes, next, isFirst, isSelf, mayDisable, mayGiveRoles } = loaderData;
  const { uid, firstname, lastname, email, isDisabled, role } = customer;
  const here = `/owner${href("/customers/:uid", { uid })}`;
  const name = `${firstname} ${lastname}`;
  return (
    <Screen title={name} summary={<CustomerBadges {...customer} />}>
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <Part title="Facts">
            <dl className="grid gap-3 text-sm">
              <Fact name="Email">
                <a href={`mailto:${email}`} className="text-link">
                  {email}
                </a>
                {!customer.emailVerified && <span className="block text-soft">Not verified yet</span>}
              </Fact>
              <Fact name="Address">
                {customer.street}
                <br />
                {customer.zipCode} {customer.city}
                <br />
                {customer.country}
              </Fact>
              <Fact name="Born">{customer.born}</Fact>
              <Fact name="Customer since">{customer.since}</Fact>
              {customer.disabledSince && <Fact name="Disabled since">{customer.disabledSince}</Fact>}
            </dl>
            <p className="mt-4">
              <a href={withQuery("/owner/messages", { q: email, state: "all" })} className="text-link">
                Messages from this email
              </a>
            </p>
          </Part>
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Part title="Orders">
            <Table
              caption="Orders"
              rows={orders}
              keyOf={({ orderNumber }) => orderNumber}
              empty="Nothing was ordered yet."
              columns={[
                {
                  name: "Number",
                  isTitle: true,
                  cell: ({ orderNumber }) => (
                    <Link
                      to={href("/orders/:orderNumber", { orderNumber })}
                      className="text-link font-medium tabular-nums"
                    >
                      {orderNumber}
                    </Link>
                  ),
                },
                {
                  name: "Placed",
                  cell: ({ placed }) => <span className="tabular-nums @xs:whitespace-nowrap">{placed}</span>,
                },
                { name: "State", cell: ({ state }) => <OrderStateBadge state={state} /> },
                { name: "Total", isNumber: true, cell: ({ totalPrice }) => formatAmount(totalPrice) },
              ]}
            />
            <Pager label="Pages of orders" path={here} isFirst={isFirst} next={next} />
          </Part>
          <Part title="Log">
            <ChangeTable changes={changes} empty="Nobody has changed anything about this account." />
          </Part>
        </div>
        <div className="min-w-0 lg:col-start-2">
          {isSelf && <p className="border-t border-line py-6 text-soft">This is your own account.</p>}
          {mayDisable && (
            <Part title={isDisabled ? "Enable it" : "Disable it"}>
              <form method="post" action={`#${saidId}`} className="grid gap-3">
                <Refusal refused={actionData?.step !== "role" ? actionData?.refused : undefined} />
                <p className="text-sm text-soft">
                  {isDisabled
                    ? "The account can sign in again, with the same password."
                    : "The account is signed out everywhere, and can't sign in until it is enabled again. Its orders stay."}
                </p>
                <button
                  type="submit"
                  name="step"
                  value={isDisabled ? "enable" : "disable"}
                  className="button button-quiet justify-self-start"
                >
                  {isDisabled ? "Enable the account" : "Disable the account"}
                </button>
              </form>
            </Part>
          )}
          {mayGiveRoles && (
            <Part title="Role">
              <form method="post" action={`${here}#${saidId}`} className="grid gap-3">
                <Refusal refused={actionData?.step === "role" ? actionData.refused : undefined} />
                <SelectField
                  label="In the shop"
                  name="role"
                  defaultValue={actionData?.role ?? loaderData.chosenRole ?? role ?? "none"}
                  hint="Staff may do all but settings and roles."
                >
                  <option value="none">No role: a customer</option>
                  <option value="staff">Staff</option>
                  <option value="owner">Owner</option>
                </SelectField>
                {actionData?.needsSignIn ? (
                  <a
                    href={`/owner${signInAgainAddress(withQuery(href("/customers/:uid", { uid }), { role: actionData.role }))}`}
                    className="button button-main justify-self-start"
                  >
                    Sign in again
                  </a>
                ) : (
                  <button type="submit" name="step" value="role" className="button button-quiet justify-self-start">
                    Save the role
                  </button>
                )}
              </form>
            </Part>
          )}
        </div>
      </div>
    </Screen>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
