import { type ActionFunctionArgs, data } from "react-router";
import { textFields } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { throwUnknown } from "../forms/save-form.server.ts";
import { redirectWithUndo } from "../screen/flash-message.server.ts";

interface MovedList {
  /** Its path. */
  list: string;
  /** The field of its `MoveForm` that says which row moves. */
  field: string;
  /** @throws RecordUnknownError */
  move(shop: Shop, row: string, direction: "up" | "down"): Promise<void>;
}

/** Answers a list's `MoveForm`. @throws 400 for another step, 404 for an unknown row */
export async function moveRow(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { list, field, move }: MovedList,
) {
  const shop = context.get(shopContext);
  const { [field]: row = "", step } = textFields(await readForm(request));
  if (step !== "up" && step !== "down") throw data(null, 400);
  await move(shop, row, step).catch(throwUnknown);
  await shop.refreshSettings();
  return redirectWithUndo(context, list, `Moved ${step}`);
}
