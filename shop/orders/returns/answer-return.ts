import type { Database } from "#database/connect.ts";
import type { Shop } from "../../shop.ts";
import type { EventItem } from "../../values/event-items.ts";
import { changeOrder, type Decision, requireVersion } from "../change-order.ts";
import { loadOrder } from "../load-order.ts";
import type { Actor } from "../state/events.ts";
import { ReturnRefusedError } from "../state/order.ts";
import { checkLabel, keepLabel, type ReturnLabel } from "./return-label.ts";

type Context = Pick<Shop, "db" | "settings" | "now" | "pictureFiles">;

interface Acceptance extends Decision {
  actor: Actor;
  /** How many pieces of which items; all without it. */
  items?: EventItem[] | undefined;
  instructions: string;
  label?: ReturnLabel | undefined;
}

/**
 * Accepts a return request, in whole or in part, and emails its customer the instructions and the label.
 *
 * @throws OrderUnknownError, OrderChangedError, ReturnRefusedError, TransitionRefusedError, ReturnLabelError, StorageUnavailableError; nothing is changed then
 */
export async function acceptReturn(
  shop: Context,
  orderNumber: string,
  returnId: string,
  { version, alongside, label, ...input }: Acceptance,
) {
  const checked = label && checkLabel(label);
  // A label of a refused request isn't saved.
  if (checked && version !== undefined) requireVersion(await loadOrder(shop.db, orderNumber), version);
  const saveLabel = checked && (await keepLabel(shop, returnId, checked, AbortSignal.timeout(uploadTimeoutMs)));
  const change = { type: "acceptReturn", returnId, labelName: checked?.name ?? null, ...input } as const;
  await changeOrder(shop, orderNumber, change, {
    version,
    async alongside(transaction) {
      await saveLabel?.(transaction);
      await alongside?.(transaction);
    },
  });
}

const uploadTimeoutMs = 30_000;

/** Declines a return request, or closes an accepted one whose items don't come. @throws OrderUnknownError, OrderChangedError, ReturnRefusedError */
export async function declineReturn(
  shop: Pick<Context, "db" | "settings" | "now">,
  orderNumber: string,
  returnId: string,
  { version, alongside, ...input }: Decision & { actor: Actor; reason: string },
) {
  await changeOrder(shop, orderNumber, { type: "declineReturn", returnId, ...input }, { version, alongside });
}

/** The order of a return request. @throws ReturnRefusedError */
export async function orderOfReturn(db: Database, returnId: string): Promise<string> {
  const row = await db
    .selectFrom("returnRequests")
    .innerJoin("orders", "orders.id", "returnRequests.orderId")
    .select("orderNumber")
    .where("returnRequests.id", "=", returnId.slice(0, 36))
    .executeTakeFirst();
  if (!row) throw new ReturnRefusedError("There is no such return request");
  return row.orderNumber;
}
