import { data, href } from "react-router";
import { addressLinesOf } from "#shop/accounts/customer-account.ts";
import { readOwnersCustomer } from "#shop/accounts/find-customers.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor.ts";
import { readOwnSession } from "#shop/accounts/session-user.ts";
import { readSessions } from "#shop/accounts/sessions.ts";
import { findPastOrders } from "#shop/earlier-shop/past-orders.ts";
import { textFields } from "#shop/forms/validate.ts";
import { findOrders } from "#shop/orders/views/find-orders.ts";
import type { Owner } from "#shop/owners/owners.ts";
import { may } from "#shop/owners/rights.ts";
import type { Shop } from "#shop/shop.ts";
import { formatDay, formatMoment } from "#shop/values/days.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { runAccountAction } from "../customers/account-actions.server.ts";
import { DisablePart, RolePart, SecondStepPart } from "../customers/account-parts.tsx";
import { CustomerBadges } from "../customers/customer-badges.tsx";
import { CustomerFacts } from "../customers/customer-facts.tsx";
import { CustomerOrders } from "../customers/customer-orders.tsx";
import { PersonalDataParts } from "../customers/personal-data-parts.tsx";
import { readListCursor, requireListPage } from "../lists/list-query.server.ts";
import { PastOrderTable } from "../orders/past-order-table.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import { SessionPart } from "../staff/session-table.tsx";
import { shownSession } from "../staff/shown-sessions.server.ts";
import type { Route } from "./+types/customer-detail";

const ordersPerPage = 20;
const shownPastOrders = 50;
const shownChanges = 50;

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
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
      may(owner.role, "access") && !isImported ? await readShownSessions(shop, customer.uid, request) : undefined,
    maySeeSecondStep: may(owner.role, "access") && (await hasSecondFactor(db, customer.uid)),
    mayGiveRoles: !isSelf && !isImported && deletedAt === null && may(owner.role, "access"),
  };
}

async function readShownSessions(shop: Shop, uid: string, { headers }: Request) {
  const own = await readOwnSession(shop, headers);
  return (await readSessions(shop, uid, own?.id)).map((session) => shownSession(session, shop.settings));
}

/**
 * Changes to an account and its role, and the sign-ins of owners and staff, newest first. Readers without the right to the activity log see only changes to
 * customers' accounts.
 *
 * @returns undefined if the reader may see none, because the account has a role
 */
async function readAccountChanges(
  shop: Parameters<typeof readShownChanges>[0],
  { email: subject, role }: { email: string; role: Owner["role"] | null },
  reader: Owner["role"],
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
  const isStaff = role !== null;
  const facts = <CustomerFacts {...{ customer, imported, isStaff }} />;
  const access = (
    <>
      {mayGiveRoles && (
        <RolePart here={here} role={role} rejected={actionData?.step === "role" ? actionData : undefined} />
      )}
      {sessions && <SessionPart sessions={sessions} isSelf={isSelf} />}
      {maySeeSecondStep && <SecondStepPart isSelf={isSelf} />}
    </>
  );
  const account = (
    <>
      {mayDisable && (
        <DisablePart
          {...{ isDisabled, isStaff }}
          formError={/able$/.test(actionData?.step ?? "") ? actionData?.formError : undefined}
        />
      )}
      <PersonalDataParts
        {...{ here, mayDownload, mayDelete }}
        formError={actionData?.step === "delete" ? actionData.formError : undefined}
      />
    </>
  );
  const history = (
    <>
      {(!isStaff || orders.length > 0 || !isFirst) && (
        <CustomerOrders orders={orders} here={here} isFirst={isFirst} next={next} />
      )}
      {pastOrders.length > 0 && (
        <Part title="From the earlier shop">
          <PastOrderTable orders={pastOrders} empty="" />
        </Part>
      )}
      {changes && <Activity changes={changes} empty="No changes to this account yet." />}
    </>
  );
  return (
    <Screen
      title={`${firstname} ${lastname}`.trim() || email}
      summary={
        <>
          <CustomerBadges {...customer} />
          {isSelf && <span className="mt-2 block">This is your own account.</span>}
        </>
      }
    >
      {isStaff ? (
        <div className={layout}>
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">{access}</div>
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            {facts}
            {account}
          </div>
          <div className="min-w-0 lg:col-start-1">{history}</div>
        </div>
      ) : (
        <div className={layout}>
          <div className="min-w-0 lg:col-start-2">{facts}</div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">{history}</div>
          <div className="min-w-0 lg:col-start-2">
            {account}
            {access}
          </div>
        </div>
      )}
    </Screen>
  );
}

/** A wide column and a narrow one. The access of staff comes first, and for others what the shop knows of them. */
const layout = "grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]";
