import { useRouteLoaderData } from "react-router";
import { may, type Right } from "#shop/owners/rights.ts";
import { withoutBasename } from "../addresses.ts";
import type { loader } from "../root.tsx";
import { mayOpen } from "./acts.ts";

/** What the signed-in person may do, for screens that show less to some. */
export function useAccess() {
  const role = useRouteLoaderData<typeof loader>("root")?.role;
  return {
    may: (right: Right) => role !== undefined && may(role, right),
    /** @param address with the basename, such as `/owner/orders` */
    mayOpen: (address: string) => role !== undefined && mayOpen(role, withoutBasename(address)),
  };
}
