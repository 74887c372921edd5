import type { Handler } from "hono";
import { goodsForm, readGoods } from "#shop/cart/read-goods.ts";
import type { Shop } from "#shop/shop.ts";
import { validate } from "#shop/validate.ts";
import type { GoodsAnswer } from "#web/goods-answer.ts";

/**
 * Answers `POST /cart/goods`, whose body names products by their ids as JSON (`goodsForm`): 200 with what the catalog says of them today,
 * 400 for anything else. It changes nothing; as a GET it would have addresses that are too long.
 */
export function tellGoods({ db }: Pick<Shop, "db">): Handler {
  return async (context) => {
    const { values } = validate(goodsForm, await context.req.json().catch(() => undefined));
    if (!values) return context.json({}, 400);
    return context.json<GoodsAnswer>({ goods: await readGoods(db, values.ids) });
  };
}
