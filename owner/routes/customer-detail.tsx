import type { ReactNode } from "react";
import { data, href, Link } from "react-router";
import type { OwnerRole } from "#database/schema.ts";
import { addressLinesOf } from "#shop/accounts/customer-account.ts";
import { readOwnersCustomer } from "#shop/accounts/find-customers.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor.ts";
import { readSessions } from "#shop/accounts/sessions.ts";
import { findPastOrders } from "#shop/earlier-shop/past-orders.ts";
import { textFields } from "#shop/forms/validate.ts";
import { findOrders } from "#shop/orders/views/find-orders.ts";
import { may, roles } from "#shop/owners/rights.ts";
import { formatDay, formatMoment } from "#shop/values/days.ts";
import { mailtoLink } from "#shop/values/email-address.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { runAccountAction } from "../customers/account-actions.server.ts";
import { CustomerBadges } from "../customers/customer-badges.tsx";
import { PersonalDataParts } from "../customers/personal-data-parts.tsx";
import { RoleSummaries } from "../customers/role-summaries.tsx";
import { SelectField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Question } from "../forms/question.tsx";
import { readListCursor, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { OrderStateBadge } from "../orders/order-badges.tsx";
import { PastOrderTable } from "../orders/past-order-table.tsx";
import { FormError, formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import { SessionPart } from "../staff/session-table.tsx";
import { shownSession } from "../staff/shown-sessions.server.ts";
import type { Route } from "./+types/customer-detail";

const ordersPerPage = 20;
const shownPastOrders = 50;
const shownChanges = 50;

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { db, settings } = shop;
  const owner = context.get(ownerContext);
  const customer = await readOwnersCustomer(db, params.uid);
  if (!customer) throw data(null, 404);
  const cursor = readListCursor(url.searchParams);
  const { orders, next } = await findOrders(db, {
    userId: customer.uid,
    sort: "newest",
    after: cursor && { createdAt: cursor.moment, id: Number(cursor.id) || 0 },
    limit: ordersPerPage,
  });
  requireListPage(url, { rows: orders, cursor });
  const past =
    customer.emailVerified || customer.isImported
      ? await findPastOrders(db, { email: customer.email, limit: shownPastOrders }, settings)
      : undefined;
  const { createdAt, disabledAt, deletedAt, dateOfBirth, imported, isImported, ...fields } = customer;
  const tell = (moment: number) => formatMoment(moment, settings);
  const isSelf = owner.uid === customer.uid;
  return {
    customer: {
      ...fields,
      since: tell(createdAt),
      isImported,
      address: addressLinesOf(customer).join("\n"),
      born: dateOfBirth && formatDay(dateOfBirth, settings.locale),
      isDisabled: disabledAt !== null,
      deletedSince: deletedAt === null ? undefined : tell(deletedAt),
      disabledSince: disabledAt === null ? undefined : tell(disabledAt),
    },
    imported: imported && {
      ...imported,
      marketingSince: imported.marketingSince === null ? undefined : tell(imported.marketingSince),
      invitedAt: imported.invitedAt === null ? undefined : tell(imported.invitedAt),
    },
    orders: orders.map((order) => ({ ...order, placed: tell(order.createdAt) })),
    pastOrders: past?.orders ?? [],
    isFirst: cursor === undefined,
    next: next && `${next.createdAt}-${next.id}`,
    changes: await readAccountChanges({ db, settings }, customer, owner.role),
    isSelf,
    mayDelete: !isImported && deletedAt === null && may(owner.role, "access") && customer.role === null,
    mayDownload: !isImported && may(owner.role, "access"),
    mayDisable:
      !isSelf &&
      !isImported &&
      deletedAt === null &&
      may(owner.role, "accounts") &&
      (owner.role === "owner" || customer.role !== "owner"),
    sessions:
      may(owner.role, "access") && !isImported
        ? (await readSessions(shop, customer.uid)).map((session) => shownSession(session, settings))
        : undefined,
    maySeeSecondStep: may(owner.role, "access") && (await hasSecondFactor(db, customer.uid)),
    mayGiveRoles: !isSelf && !isImported && deletedAt === null && may(owner.role, "access"),
  };
}

/**
 * Changes to an account and its role, and the sign-ins of owners and staff, newest first. Readers without the right to the activity log see only changes to
 * customers' accounts.
 *
 * @returns undefined if the reader may see none, because the account has a role
 */
async function readAccountChanges(
  shop: Parameters<typeof readShownChanges>[0],
  { email: subject, role }: { email: string; role: OwnerRole | null },
  reader: OwnerRole,
) {
  const seesLog = may(reader, "log");
  if (role !== null && !seesLog) return undefined;
  const kinds = seesLog ? (["customer", "role", "sign-in"] as const) : (["customer"] as const);
  const changes = await Promise.all(
    kinds.map((kind) => readShownChanges(shop, { kind, subject, limit: shownChanges })),
  );
  return changes.flat().sort((one, other) => other.id - one.id);
}

export async function action({ request, params: { uid }, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  const { step = "" } = fields;
  const outcome = await runAccountAction(step, { context, uid, fields });
  if ("done" in outcome) return redirectWithFlash(context, new URL(request.url).pathname, outcome.done);
  return data({ ...outcome, step, role: fields.role }, outcome.status);
}

export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const formatPrice = useFormatPrice();
  const {
    customer,
    imported,
    pastOrders,
    orders,
    sessions,
    changes,
    next,
    isFirst,
    isSelf,
    mayDisable,
    mayDelete,
    mayDownload,
    mayGiveRoles,
    maySeeSecondStep,
  } = loaderData;
  const { uid, firstname, lastname, email, isDisabled, role } = customer;
  const here = `/owner${href("/customers/:uid", { uid })}`;
  const name = `${firstname} ${lastname}`.trim() || email;
  return (
    <Screen title={name} summary={<CustomerBadges {...customer} />}>
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <Part title="Details">
            <dl className="grid gap-3 text-sm">
              <Fact name="Email">
                <a href={mailtoLink(email)} className="text-link">
                  {email}
                </a>
                {!customer.emailVerified && !customer.isImported && (
                  <span className="block text-soft">Not verified yet</span>
                )}
              </Fact>
              {customer.address && (
                <Fact name="Address">
                  <span dir="auto" className="block whitespace-pre-line text-start">
                    {customer.address}
                  </span>
                </Fact>
              )}
              {customer.born && <Fact name="Date of birth">{customer.born}</Fact>}
              <Fact name="Customer since">{customer.since}</Fact>
              {imported && <ImportedFactList {...imported} />}
              {customer.deletedSince && <Fact name="Deleted their account">{customer.deletedSince}</Fact>}
              {customer.disabledSince && <Fact name="Disabled since">{customer.disabledSince}</Fact>}
            </dl>
            <p className="mt-4">
              <a href={withQuery("/owner/messages", { q: email, state: "all" })} className="text-link">
                Messages from this customer
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
              empty="No orders yet."
              columns={[
                {
                  name: "Order",
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
                  name: "Date",
                  cell: ({ placed }) => <span className="tabular-nums @xs:whitespace-nowrap">{placed}</span>,
                },
                { name: "Status", cell: (order) => <OrderStateBadge {...order} /> },
                {
                  name: "Total",
                  isNumber: true,
                  cell: ({ totalCents, currency }) => formatPrice(totalCents, currency),
                },
              ]}
            />
            <Pager label="Order pages" path={here} isFirst={isFirst} next={next} />
          </Part>
          {pastOrders.length > 0 && (
            <Part title="From the earlier shop">
              <PastOrderTable orders={pastOrders} empty="" />
            </Part>
          )}
          {changes && <Activity changes={changes} empty="No changes to this account yet." />}
        </div>
        <div className="min-w-0 lg:col-start-2">
          {isSelf && <p className="border-t border-line py-6 text-soft">This is your own account.</p>}
          {mayDisable && (
            <DisablePart
              isDisabled={isDisabled}
              formError={/able$/.test(actionData?.step ?? "") ? actionData?.formError : undefined}
            />
          )}
          <PersonalDataParts
            {...{ here, mayDownload, mayDelete }}
            formError={actionData?.step === "delete" ? actionData.formError : undefined}
          />
          {sessions && <SessionPart sessions={sessions} isSelf={isSelf} />}
          {maySeeSecondStep && <SecondStepPart isSelf={isSelf} />}
          {mayGiveRoles && (
            <Part title="Role">
              <form method="post" action={`${here}#${formMessageId}`} className="grid gap-3">
                <FormError formError={actionData?.step === "role" ? actionData.formError : undefined} />
                <SelectField label="Role" name="role" defaultValue={actionData?.role ?? role ?? "none"}>
                  <option value="none">Customer (no role)</option>
                  {roles.map(({ role, name }) => (
                    <option key={role} value={role}>
                      {name}
                    </option>
                  ))}
                </SelectField>
                <RoleSummaries />
                <Button name="step" value="role" look="quiet" className="justify-self-start">
                  Save role
                </Button>
              </form>
            </Part>
          )}
        </div>
      </div>
    </Screen>
  );
}

/** For someone who lost their phone and their recovery codes. */
function SecondStepPart({ isSelf }: { isSelf: boolean }) {
  return (
    <Part title="Two-step verification">
      <p className="mb-3 text-sm text-soft">
        {isSelf
          ? "You have set it up. Your account page changes it."
          : "This account has a second step. Remove it only for someone who lost it, once you are sure who asks you."}
      </p>
      {!isSelf && (
        <Question
          id="remove-second-step"
          button="Remove second step"
          title="Remove the second step?"
          answer="Remove"
          step="removeSecondStep"
        >
          The password alone signs in then. They are told by email.
        </Question>
      )}
    </Part>
  );
}

/** Locks someone out, or lets them in again. */
function DisablePart({ isDisabled, formError }: { isDisabled: boolean; formError: string | undefined }) {
  return (
    <Part title={isDisabled ? "Enable account" : "Disable account"}>
      <PostForm className="grid gap-3">
        <FormError formError={formError} />
        <p className="text-sm text-soft">
          {isDisabled
            ? "The customer can sign in again with the same password."
            : "Signs the customer out everywhere and blocks sign-in until you enable the account again. Orders stay."}
        </p>
        <Button name="step" value={isDisabled ? "enable" : "disable"} look="quiet" className="justify-self-start">
          {isDisabled ? "Enable account" : "Disable account"}
        </Button>
      </PostForm>
    </Part>
  );
}

interface ImportedProps {
  phone: string;
  acceptsMarketing: 0 | 1 | null;
  marketingSince: string | undefined;
  invitedAt: string | undefined;
}

/** What came from the earlier shop. */
function ImportedFactList({ phone, acceptsMarketing, marketingSince, invitedAt }: ImportedProps) {
  const answer = acceptsMarketing === null ? "Not asked" : acceptsMarketing ? "Agreed" : "Declined";
  return (
    <>
      {phone && <Fact name="Phone number">{phone}</Fact>}
      <Fact name="Marketing, in the earlier shop">{marketingSince ? `${answer}, ${marketingSince}` : answer}</Fact>
      {invitedAt && <Fact name="Emailed a link to choose a password">{invitedAt}</Fact>}
    </>
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
