import type { Context, Handler } from "hono";
import { checkAttempts, countAttempt, TooManyAttemptsError } from "#shop/accounts/attempts.ts";
import { readViewer } from "#shop/accounts/viewer.ts";
import { isOutage } from "#shop/is-outage.ts";
import { orderForm } from "#shop/orders/order-form.ts";
import { CartOutdatedError, KeyUsedError, placeOrder } from "#shop/orders/place-order.ts";
import type { Shop } from "#shop/shop.ts";
import { validate } from "#shop/validate.ts";
import type { OrderAnswer } from "#web/order-answer.ts";
import type { HttpEnv } from "../page-cache/page-cache.ts";
import type { NoteOutage } from "./outages.ts";
import { createTurns } from "./turns.ts";

type Outcome = [answer: OrderAnswer, status: 200 | 400 | 401 | 403 | 409 | 415 | 429 | 500 | 503];

/**
 * Answers `POST /orders`, whose body is an order as JSON (`orderForm`): 200 with its number; 400 for what is no order, 401 and 403 for who
 * isn't signed in or verified, 409 where the cart or the key is outdated, 415 for what isn't JSON, 429 after too many failures, 503 while
 * the database can't be used, 500 when it could not be saved. Pages are React Router's; an order is none, and is taken without it in a
 * third of the time.
 */
export function takeOrder(shop: Shop, noteOutage: NoteOutage): Handler<HttpEnv> {
  const inTurn = createTurns();
  return async (context) => {
    const [answer, status] = await take(context).catch(outcomeOf);
    return context.json(answer, status);
  };

  async function take(context: Context<HttpEnv>): Promise<Outcome> {
    const { req } = context;
    if (!/^application\/json\s*(;|$)/i.test(req.header("content-type") ?? "")) return [{ failure: "notJson" }, 415];
    const { viewer, headers } = await readViewer(shop, req.raw.headers);
    for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
    if (!viewer) return [{ failure: "signedOut" }, 401];
    if (!viewer.emailVerified) return [{ failure: "unverified" }, 403];
    const body = await req.text().catch(() => undefined);
    if (body === undefined) return [{ failure: "notJson" }, 400];
    // One after the other, so that each finds the failures of those before it.
    return inTurn(viewer.uid, () => placeLimited(viewer.uid, body));
  }

  /** What fails is counted; an order that stands costs its shopper nothing. */
  async function placeLimited(uid: string, body: string): Promise<Outcome> {
    const limit = { limit: "failedOrderByAccount", by: uid } as const;
    await checkAttempts(shop.db, limit, shop.now());
    const outcome = await place(uid, body).catch(outcomeOf);
    if (outcome[1] === 400 || outcome[1] === 409) await countAttempt(shop.db, [limit], shop.now());
    return outcome;
  }

  async function place(uid: string, body: string): Promise<Outcome> {
    const { values, errors } = validate(orderForm, parseJson(body));
    if (errors) return [{ errors }, 400];
    return [{ orderNumber: await placeOrder(shop.db, uid, values, shop.now()) }, 200];
  }

  function outcomeOf(error: unknown): Outcome {
    if (error instanceof CartOutdatedError) return [{ problems: error.problems }, 409];
    if (error instanceof KeyUsedError) return [{ placed: error.placed }, 409];
    if (error instanceof TooManyAttemptsError) return [{ failure: "tooMany" }, 429];
    if (isOutage(error)) {
      noteOutage(error);
      return [{ failure: "unavailable" }, 503];
    }
    shop.log("Order not saved", error);
    return [{ failure: "unexpected" }, 500];
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
