import { href } from "react-router";
import { type ChangedThing, findChangedThings, type ThingType } from "#shop/changes/changed-things.ts";
import type { Owner } from "#shop/owners/owners.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { mayOpen } from "../access/acts.ts";
import { withoutBasename } from "../addresses.ts";
import { categoryScreen } from "../categories/category-address.ts";
import { ownersGroupAddress, ownersProductAddress } from "../products-address.ts";

/** What a change names, with a screen that who sees the change may open. */
export interface LinkedThing {
  name: string;
  /** The screen, without the basename. */
  to: string;
}

const screens: Record<ThingType, (key: string) => string> = {
  product: (id) => withoutBasename(ownersProductAddress(id)),
  group: (group) => withoutBasename(ownersGroupAddress(group)),
  category: categoryScreen,
  page: (slug) => href("/pages/:slug", { slug }),
  discount: (id) => href("/discounts/:id", { id }),
  order: (orderNumber) => href("/orders/:orderNumber", { orderNumber }),
  message: (messageId) => href("/messages/:messageId", { messageId }),
  customer: (uid) => href("/customers/:uid", { uid }),
};

type Changes = Parameters<typeof findChangedThings>[1];

/** Finds what some changes name. @returns what tells it of each of them; nothing for what is gone, or isn't for the role */
export async function findLinkedThings(db: ShopDatabase["db"], changes: Changes, role: Owner["role"]) {
  const thingOf = await findChangedThings(db, changes);
  return (change: Changes[number]) => {
    const thing = thingOf(change);
    return thing && linked(thing, role);
  };
}

function linked({ type, name, key }: ChangedThing, role: Owner["role"]): LinkedThing | undefined {
  const to = screens[type](key);
  return mayOpen(role, to) ? { name, to } : undefined;
}
