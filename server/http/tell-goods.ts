import type { Handler } from "hono";
import { goodsForm, readGoods } from "#shop/cart/read-goods.ts";
import { isOutage } from "#shop/is-outage.ts";
import type { Shop } from "#shop/shop.ts";
import { validate } from "#shop/validate.ts";
import type { GoodsAnswer } from "#web/goods-answer.ts";
import type { NoteOutage } from "./outages.ts";

/**
 * Answers `POST /cart/goods`, whose body names products by their ids as JSON (`goodsForm`): 200 with what the catalog says of them today,
 * 400 for anything else, 503 while the database can't be used. It changes nothing; as a GET it would have addresses that are too long.
 */
export function tellGoods(shop: Shop, noteOutage: NoteOutage): Handler {
  return async (context) => {
    const { values } = validate(goodsForm, await context.req.json().catch(() => undefined));
    if (!values) return context.json({}, 400);
    try {
      return context.json<GoodsAnswer>({ goods: await readGoods(shop.db, values.ids) });
    } catch (error) {
      if (!isOutage(error)) throw error;
      noteOutage(error);
      return context.json({}, 503);
    }
  };
}
