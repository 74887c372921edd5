import { createCookie, type RouterContextProvider, redirect } from "react-router";
import { actsOfRequest } from "#shop/changes/acts.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { findEntryToUndo } from "#shop/undo/read-acts.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { withoutBasename } from "../addresses.ts";

const textLimit = 300;

type Context = Readonly<RouterContextProvider>;

/**
 * Redirects to a screen that shows the message once.
 *
 * @param address with or without the basename
 * @param orderNumber the order that the message names, to link to it
 */
export function redirectWithFlash(context: Context, address: string, message: string, orderNumber?: string) {
  return redirectWith(context, address, { message, orderNumber });
}

/**
 * Redirects to a screen that shows the message once, with a link to undo what the request did, if that is one act.
 *
 * @param toLog whether a link leads back to the activity log
 */
export async function redirectWithUndo(context: Context, address: string, message: string, { toLog = false } = {}) {
  const [act, ...others] = actsOfRequest();
  const isOne = act !== undefined && others.length === 0;
  const undo = isOne ? await findEntryToUndo(context.get(shopContext).db, act) : undefined;
  return redirectWith(context, address, { message, undo, ...(toLog && { toLog }) });
}

interface Flash {
  message: string;
  orderNumber?: string | undefined;
  /** The entry of the log that can be undone. */
  undo?: number | undefined;
  toLog?: boolean;
}

async function redirectWith(context: Context, address: string, { message, ...links }: Flash) {
  const cookie = await flashCookie(context);
  const flash = { to: context.get(ownerContext).email, message: cutText(message, textLimit), ...links };
  return redirect(withoutBasename(address), { status: 303, headers: { "Set-Cookie": await cookie.serialize(flash) } });
}

/** The message of the previous request to the same owner, and the headers that clear it. */
export async function readFlashMessage(request: Request, context: Context) {
  const cookie = await flashCookie(context);
  const { to, message, orderNumber, undo, toLog } = Object(await cookie.parse(request.headers.get("cookie"))) as Record<
    string,
    unknown
  >;
  if (typeof message !== "string" || to !== context.get(ownerContext).email)
    return { flashMessage: undefined, headers: undefined };
  const flashMessage = {
    text: message,
    orderNumber: typeof orderNumber === "string" ? orderNumber : undefined,
    undo: typeof undo === "number" ? undo : undefined,
    toLog: toLog === true,
  };
  return { flashMessage, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } };
}

/** Signed, and named like the session's: others could otherwise make the back office say what they like. */
async function flashCookie(context: Context) {
  const { secret, createAuthCookie } = await context.get(shopContext).accounts.$context;
  const { name, attributes } = createAuthCookie("owner_flash");
  const secure = attributes.secure ?? false;
  return createCookie(name, {
    ...{ path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: 60 },
    secrets: [`owner flash ${secret}`],
  });
}
