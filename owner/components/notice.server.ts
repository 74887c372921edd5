import { createCookie, redirect } from "react-router";

const textLimit = 300;
const cookie = createCookie("owner-notice", { path: "/owner", httpOnly: true, sameSite: "lax", maxAge: 60 });

/** Goes on to another screen, which says once what was done. @param address a screen's address, as a request has it */
export async function redirectWithNotice(address: string, notice: string) {
  // The router puts the basename before it.
  const to = address.replace(/^\/owner(?=[/?]|$)/, "") || "/";
  return redirect(to, { status: 303, headers: { "Set-Cookie": await cookie.serialize(notice.slice(0, textLimit)) } });
}

/** What the screen before has done, and the headers that keep it from being said again. */
export async function readNotice(request: Request) {
  const notice: unknown = await cookie.parse(request.headers.get("cookie"));
  if (typeof notice !== "string" || !notice) return { notice: undefined, headers: undefined };
  return { notice, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } };
}
