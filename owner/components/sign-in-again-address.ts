import { href } from "react-router";
import { listAddress } from "./list-address.ts";

/** Where an owner signs in again, and goes on to a screen from there. @param to the screen's address without the basename */
export function signInAgainAddress(to: string) {
  return listAddress(href("/sign-in-again"), { to });
}
