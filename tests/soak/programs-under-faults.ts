import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { addProduct, newProductForm } from "#shop/catalog/products/add-product.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import type { Scope } from "#shop/tokens/scopes.ts";
import { createToken } from "#shop/tokens/tokens.ts";
import { registerVerified } from "../support/customers.ts";
import { orderOf } from "../support/orders.ts";
import { type Engine, openRunningShop } from "../support/running-shop.ts";
import { seededRandom } from "./seeded-random.ts";

interface ProgramRun {
  engine: Engine;
  /** How long to kill servers. */
  seconds: number;
  /** Programs that send requests without pause. */
  programs: number;
  seed: number;
}

const longestPauseMs = 1500;
const [stock, refundedCents] = [1_000_000, 1];

/**
 * Lets programs count stock, add drafts and refund cents under idempotency keys while the server is killed at random. Each request is sent until it is answered, as
 * often as that takes, and some once more. Then it compares what the shop has with what was answered.
 *
 * @returns how often things happened, and all differences
 */
export async function programsUnderFaults({ engine, seconds, programs, seed }: ProgramRun) {
  const random = seededRandom(seed);
  const { shop, close } = await openRunningShop(engine);
  const { tokens, orderNumber } = await prepare(await shop.inside(), programs);
  const counts = { stock: 0, drafts: 0, refunds: 0, "sent again": 0, killed: 0 };
  const requests = {
    stock: ["/products/tea/stock", { by: 1 }],
    drafts: ["/products", { title: "Coffee", status: "draft" }],
    refunds: [`/orders/${orderNumber}/refund`, { amount: refundedCents / 100, reason: "Soak" }],
  } as const;
  const problems: string[] = [];
  const stopping = new AbortController();

  /** @returns the answer's status, or undefined if there was none */
  async function send(token: string, kind: keyof typeof requests, key: string) {
    const [path, body] = requests[kind];
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": key };
    const sent = fetch(`${shop.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return sent.then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => undefined,
    );
  }

  async function work(token: string) {
    while (!stopping.signal.aborted) {
      const kind = (["stock", "drafts", "refunds"] as const)[Math.floor(random() * 3)] ?? "stock";
      const key = randomUUID();
      for (;;) {
        const answer = await send(token, kind, key).catch(() => undefined);
        if (answer && answer.status < 300) break;
        if (answer && ![409, 429, 503].includes(answer.status))
          problems.push(`${kind}: ${answer.status} ${answer.text}`);
        counts["sent again"]++;
        await sleep(200);
      }
      counts[kind]++;
      if (random() < 0.2) await send(token, kind, key).catch(() => undefined);
    }
  }

  const working = tokens.map(work);
  const until = performance.now() + 1000 * seconds;
  while (performance.now() < until) {
    await sleep(random() * longestPauseMs);
    const start = await shop.kill();
    counts.killed++;
    await start();
  }
  stopping.abort();
  await Promise.all(working);
  problems.push(...(await compare(await shop.inside(), counts)));
  await close();
  return { counts, problems };
}

type Shop = Awaited<ReturnType<Awaited<ReturnType<typeof openRunningShop>>["shop"]["inside"]>>;

async function prepare(shop: Shop, programs: number) {
  const tea = { id: "tea", title: "Tea", category: "Tea", price: "9999", stock: String(stock) };
  await addProduct(shop, { ...newProductForm, ...tea }, "soak");
  const uid = await registerVerified(shop);
  const orderNumber = await placeOrder(shop.db, uid, orderOf([["tea", 100, 999_900]]), shop.now());
  const tokens: string[] = [];
  for (let number = 1; number <= programs; number++) {
    const fields = { name: `Soak ${number}`, scopes: ["products:write", "orders:write"] as Scope[], expires: "" };
    tokens.push(await createToken(shop, fields, "soak"));
  }
  return { tokens, orderNumber };
}

async function compare({ db }: Shop, counts: Record<"stock" | "drafts" | "refunds", number>) {
  const tea = await db.selectFrom("products").select("stock").where("id", "=", "tea").executeTakeFirstOrThrow();
  const drafts = await db.selectFrom("draftProducts").select("id").execute();
  const refunds = await db.selectFrom("refunds").select("amountCents").execute();
  const found = { stock: tea.stock - stock + 100, drafts: drafts.length, refunds: refunds.length };
  return (["stock", "drafts", "refunds"] as const).flatMap((kind) =>
    found[kind] === counts[kind] ? [] : [`${kind}: ${counts[kind]} answered, but ${found[kind]} made`],
  );
}
