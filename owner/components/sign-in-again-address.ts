import { href } from "react-router";
import { withQuery } from "./with-query.ts";

/** Where an owner signs in again, and goes on to a screen from there. @param to the screen's address without the basename */
export function signInAgainAddress(to: string) {
  return withQuery(href("/sign-in-again"), { to });
}
