import { data, type RouterContextProvider, redirect } from "react-router";
import { MoveInError } from "#shop/catalog/move-in/move-in-error.ts";
import { readMoveInState, startMoveIn } from "#shop/catalog/move-in/move-in-job.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";

type Context = Readonly<RouterContextProvider>;

export const goneMessage = "This upload is no longer available. Choose the file again.";

/** Leads to the preview once an old shop has been read. */
export async function followMoveIn(context: Context, uploadId: string) {
  const { db } = context.get(shopContext);
  const moveIn = await readMoveInState(db, context.get(ownerContext).email, uploadId);
  if (moveIn?.state === "done") throw redirect(withQuery("/products/import", { file: uploadId }), 303);
  if (moveIn?.state === "reading") return { preview: undefined, reading: { id: uploadId, address: moveIn.address } };
  return { preview: undefined, error: moveIn?.problem ?? goneMessage };
}

/** Has an old shop read. */
export async function moveIn(context: Context, address: string) {
  try {
    const id = await startMoveIn(context.get(shopContext), context.get(ownerContext).email, address);
    return redirect(withQuery("/products/import", { reading: id }), 303);
  } catch (error) {
    if (error instanceof MoveInError) return data({ error: error.message }, 422);
    throw error;
  }
}
