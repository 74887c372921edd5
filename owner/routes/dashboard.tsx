import { readBackupAudit } from "#shop/audit/backup-audit.ts";
import { describeUndo } from "#shop/backups/describe-restore.ts";
import { readUndoableRestores } from "#shop/backups/start-restore.ts";
import { type DaySales, readBestSellers, readSales } from "#shop/orders/views/read-sales.ts";
import { readUnpaidWarnings } from "#shop/owners/read-unpaid.ts";
import { mostCounted, readLowProducts, readWaiting, type Waiting } from "#shop/owners/read-waiting.ts";
import { may } from "#shop/owners/rights.ts";
import { addDays, dayOf, startOfDay } from "#shop/values/days.ts";
import type { Options } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { type Column, Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { AllowedLink } from "../access/allowed-link.tsx";
import { useAccess } from "../access/use-access.ts";
import { withQuery } from "../addresses.ts";
import { describeBackupAudit } from "../dashboard/backup-check.server.ts";
import { SalesPlot } from "../dashboard/sales-plot.tsx";
import { readSetupChecklist } from "../dashboard/setup-checklist.server.ts";
import { SetupGuide } from "../dashboard/setup-guide.tsx";
import { describeUnpaid } from "../dashboard/unpaid-warnings.server.ts";
import { browserAddress } from "../dashboard/web-address.server.ts";
import { orderListAddress, orderLists } from "../orders/order-lists.ts";
import { ownersProductAddress } from "../products-address.ts";
import { Alert, Details } from "../screen/alert.tsx";
import { Part, Screen } from "../screen/screen.tsx";
import { Thumbnail } from "../screen/thumbnail.tsx";
import type { Route } from "./+types/dashboard";

const shownDays = 30;
const shownProducts = 8;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { db, settings, now } = shop;
  const { timeZone } = settings;
  const today = dayOf(now(), timeZone);
  const sendsUnpaid = settings.invoiceTerms?.sendsUnpaid;
  const since = startOfDay(addDays(today, 1 - shownDays), timeZone);
  const reader = await shop.reader();
  const { uid, role } = context.get(ownerContext);
  const [seesOrders, seesCatalog, setsUp] = [may(role, "readOrders"), may(role, "catalog"), may(role, "setUp")];
  // The slowest beside the others, which share a connection: orders need some, too.
  const [sales, { waiting, unpaid, low, best, checklist, backupAudit, undoable }] = await Promise.all([
    seesOrders ? readSales(reader, { last: today, count: 2 * shownDays, timeZone }) : undefined,
    readOthers(),
  ]);
  return {
    ...{ sales, waiting, low, best, checklist, sendsUnpaid },
    unpaid: unpaid ? describeUnpaid(unpaid) : [],
    backupCheck: backupAudit && describeBackupAudit(backupAudit, settings),
    undoable: undoable.slice(0, 1).map((restore) => describeUndo(restore, settings)),
  };

  async function readOthers() {
    return {
      waiting: seesOrders ? await readWaiting(db, { today, sendsUnpaid }) : undefined,
      unpaid: seesOrders ? await readUnpaidWarnings(db, now()) : undefined,
      low: seesCatalog ? await readLowProducts(db, shownProducts) : undefined,
      best: seesOrders || seesCatalog ? await readBestSellers(reader, since, shownProducts) : undefined,
      checklist: setsUp ? await readSetupChecklist(shop, uid, browserAddress(request, url)) : [],
      backupAudit: setsUp ? await readBackupAudit(db) : undefined,
      undoable: may(role, "backups") ? await readUndoableRestores(shop) : [],
    };
  }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { sales, waiting, unpaid, low, best, checklist, backupCheck, undoable, sendsUnpaid } = loaderData;
  const hasSales = sales?.some(({ orders }) => orders > 0);
  return (
    <Screen title="Dashboard">
      {backupCheck?.problem && (
        <Alert id="backup-check">
          <p>The last backup check failed.</p>
          <Details details={[backupCheck.problem]} />
        </Alert>
      )}
      {undoable.map(({ id, text }) => (
        <p key={id} className="mb-6 rounded-lg border border-line bg-raised px-4 py-3 wrap-anywhere">
          {text}{" "}
          <a href={`/owner${withQuery("/restore", { restore: id })}`} className="text-link">
            Undo the restore
          </a>
        </p>
      ))}
      {unpaid.length > 0 && (
        <Alert id="unpaid-orders">
          <p>
            <a href="/owner/orders?state=awaiting-payment&sort=oldest" className="text-link">
              Check the unpaid orders
            </a>
          </p>
          <Details details={unpaid} />
        </Alert>
      )}
      {waiting && <Tasks waiting={waiting} sendsUnpaid={sendsUnpaid} />}
      {!hasSales && <SetupGuide checklist={checklist} />}
      {sales && <Sales sales={sales} />}
      <div className="grid gap-x-10 lg:grid-cols-2">
        {low && (
          <Part title="Low stock">
            <Table
              caption="Low-stock products"
              rows={low}
              keyOf={({ id }) => id}
              empty="Everything is in stock."
              room="least"
              columns={[productColumn, { name: "Stock", isNumber: true, cell: ({ stock }) => stock }]}
            />
          </Part>
        )}
        {best && (
          <Part title="Best sellers">
            <Table
              caption={`Best sellers, last ${shownDays} days`}
              rows={best.map(({ productId: id, ...product }) => ({ id, ...product }))}
              keyOf={({ id }) => id}
              empty="No sales in the last 30 days."
              room="least"
              columns={[productColumn, { name: "Sold", isNumber: true, cell: ({ pieces }) => pieces }]}
            />
          </Part>
        )}
      </div>
      {hasSales && <SetupGuide checklist={checklist} />}
      {backupCheck && <p className="text-sm text-soft">{backupCheck.text}</p>}
    </Screen>
  );
}

const productColumn: Column<{ id: string; title: string; thumbnail: string; options: Options }> = {
  name: "Product",
  isTitle: true,
  cell: ({ id, title, thumbnail, options }) => (
    <span className="flex items-center gap-3">
      <Thumbnail src={thumbnail} />
      <span className="min-w-0">
        <AllowedLink href={ownersProductAddress(id)} className="wrap-anywhere">
          {title}
        </AllowedLink>
        <OptionsText options={options} />
      </span>
    </span>
  ),
};

/** The sales of today, a week and a month, each beside those before it. */
function Sales({ sales }: { sales: DaySales[] }) {
  return (
    <Part title="Sales">
      <dl className="mb-6 flex flex-wrap gap-x-8 gap-y-4">
        <Sum label="Today" sales={sales.slice(-1)} beforeLabel="Yesterday" before={sales.slice(-2, -1)} />
        <Sum label="Last 7 days" sales={sales.slice(-7)} beforeLabel="Previous 7 days" before={sales.slice(-14, -7)} />
        <Sum
          label={`Last ${shownDays} days`}
          sales={sales.slice(-shownDays)}
          beforeLabel={`Previous ${shownDays} days`}
          before={sales.slice(0, -shownDays)}
        />
      </dl>
      <SalesPlot sales={sales.slice(-shownDays)} before={sales.slice(0, -shownDays)} />
    </Part>
  );
}

/** What waits for the owner. What is rare has a tile only then. */
function Tasks({ waiting, sendsUnpaid }: { waiting: Waiting; sendsUnpaid: boolean | undefined }) {
  return (
    <ul className="mb-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
      <TaskTile
        count={waiting.toSend}
        label="Orders to fulfil"
        one="Order to fulfil"
        to={`${sendsUnpaid ? orderListAddress("to-send") : "/owner/orders?state=paid"}&sort=oldest`}
        isMain
      />
      {waiting.toPay > 0 && (
        <TaskTile
          count={waiting.toPay}
          label="Orders awaiting payment"
          one="Order awaiting payment"
          to={`${sendsUnpaid ? orderListAddress("unpaid") : "/owner/orders?state=awaiting-payment"}&sort=oldest`}
        />
      )}
      {waiting.overdue > 0 && (
        <TaskTile
          count={waiting.overdue}
          label="Overdue invoices"
          one="Overdue invoice"
          to={`${orderListAddress("overdue")}&sort=oldest`}
          isUrgent
        />
      )}
      <ReturnTiles waiting={waiting} />
      <TaskTile
        count={waiting.refundsDue}
        label={orderLists.owed}
        one="Return to refund"
        to={orderListAddress("owed")}
      />
      <TaskTile count={waiting.messages} label="Messages to answer" one="Message to answer" to="/owner/messages" />
      <TaskTile count={waiting.failedMails} label="Failed emails" one="Failed email" to="/owner/mails" />
      {waiting.refunds > 0 && (
        <TaskTile
          count={waiting.refunds}
          label={orderLists["pending-refund"]}
          one="Pending refund"
          to={orderListAddress("pending-refund")}
        />
      )}
      {waiting.failedRefunds > 0 && (
        <TaskTile
          count={waiting.failedRefunds}
          label={orderLists["failed-refund"]}
          one="Failed refund"
          to={orderListAddress("failed-refund")}
          isUrgent
        />
      )}
      {waiting.disputes > 0 && (
        <TaskTile
          count={waiting.disputes}
          label={orderLists.disputed}
          one="Open dispute"
          to={orderListAddress("disputed")}
          isUrgent
        />
      )}
    </ul>
  );
}

/** What customers send back, or have withdrawn from. */
function ReturnTiles({ waiting: { returns, withdrawals } }: { waiting: Waiting }) {
  return (
    <>
      {returns > 0 && (
        <TaskTile count={returns} label={orderLists.returns} one="Return request" to={orderListAddress("returns")} />
      )}
      {withdrawals > 0 && <TaskTile count={withdrawals} label="Withdrawals" one="Withdrawal" to="/owner/withdrawals" />}
    </>
  );
}

interface TaskTileProps {
  count: number;
  label: string;
  /** The label for a single one. */
  one: string;
  to: string;
  isMain?: boolean;
  /** A failure that only an owner can resolve. */
  isUrgent?: boolean;
}

/** A count of open tasks that links to their list, for those who may open it. */
function TaskTile({ count, label, one, to, isMain, isUrgent }: TaskTileProps) {
  if (!useAccess().mayOpen(to)) return null;
  const look =
    isMain && count > 0
      ? "border-spruce bg-spruce text-on-spruce forced-colors:border-4 forced-colors:border-[Highlight]"
      : isUrgent
        ? "border-berry bg-raised text-berry"
        : "border-line bg-raised";
  return (
    <li className="grid">
      <a href={to} className={`rounded-xl border px-4 py-3 ${look}`}>
        <span className="block font-display text-3xl font-medium tabular-nums">
          {count === mostCounted ? `${mostCounted}+` : count}
        </span>
        <span className="text-sm">{count === 1 ? one : label}</span>
      </a>
    </li>
  );
}

interface SumProps {
  label: string;
  sales: DaySales[];
  beforeLabel: string;
  /** The same number of days before those. */
  before: DaySales[];
}

/** The sales of some days, compared with those before. */
function Sum({ label, sales, beforeLabel, before }: SumProps) {
  const formatPrice = useFormatPrice();
  const cents = sumOf(sales);
  const orders = sales.reduce((sum, day) => sum + day.orders, 0);
  return (
    <div className="grow basis-44">
      <dt className="text-sm text-soft">{label}</dt>
      {/* No amount breaks: with very large text on a phone, it grows only as far as it fits. */}
      <dd className="font-display text-[min(1.25rem,9vw)] leading-tight font-medium tabular-nums sm:text-3xl">
        {formatPrice(cents)}
      </dd>
      <dd className="text-sm text-soft">
        {orders} {orders === 1 ? "order" : "orders"}
      </dd>
      <dd className="text-sm text-soft tabular-nums">
        {beforeLabel}: {formatPrice(sumOf(before))}
      </dd>
    </div>
  );
}

function sumOf(sales: DaySales[]) {
  return sales.reduce((sum, { cents }) => sum + cents, 0);
}
