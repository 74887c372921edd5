import { href } from "react-router";

/** Adds a query to a path, without empty and undefined parameters. */
export function withQuery(path: string, query: Record<string, string | number | undefined>) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** An address of the back office as the router takes it, which adds the basename. */
export function withoutBasename(address: string) {
  return address.replace(/^\/owner(?=[/?]|$)/, "") || "/";
}

/** The other way around: as links of scripts and of the shop need it. */
export function withBasename(address: string) {
  return address === "/" ? "/owner" : `/owner${address}`;
}

/** The sign-in screen that leads back to `to`, an address without the basename. @param hasForm whether a form is posted to it, to be kept */
export function signInAgainAddress(to: string, { hasForm = false } = {}) {
  return withQuery(href("/sign-in-again"), { to, form: hasForm ? "kept" : undefined });
}
