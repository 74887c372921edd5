import { createCookie, redirect } from "react-router";
import { cutText } from "#shop/cut-text.ts";
import { withoutBasename } from "./addresses.ts";

const textLimit = 300;
const cookie = createCookie("owner-flash", { path: "/owner", httpOnly: true, sameSite: "lax", maxAge: 60 });

/** Redirects to a screen that shows the message once. @param address with or without the basename */
export async function redirectWithFlash(address: string, message: string) {
  return redirect(withoutBasename(address), {
    status: 303,
    headers: { "Set-Cookie": await cookie.serialize(cutText(message, textLimit)) },
  });
}

/** The message of the previous request, and the headers that clear it. */
export async function readFlashMessage(request: Request) {
  const flashMessage: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof flashMessage !== "string" || !flashMessage) return { flashMessage: undefined, headers: undefined };
  return { flashMessage, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } };
}
