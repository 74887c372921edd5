import { type Kysely, sql } from "kysely";

/** Separates what the shop won't capture from what the provider has released. One step was both. See docs/decisions/0313. */
export const splitReleases = {
  async up(db: Kysely<unknown>) {
    const reserved = sql`"orderId" in (select "orderId" from payments where "capturedCents" is not null)`;
    await sql`update "orderEvents" set step = 'captureReduced' where step = 'released' and ${reserved}`.execute(db);
    // When the provider released it wasn't recorded.
    await sql`
      insert into "orderEvents" ("orderId", position, step, "createdAt", "actorType", "actorId", "amountCents")
      select last."orderId", last.position + 1, 'released', last."createdAt", 'provider', payments.provider, payments."releasedCents"
      from payments join "orderEvents" last on last."orderId" = payments."orderId"
      where payments."releasedCents" > 0
        and last.position = (select max(position) from "orderEvents" own where own."orderId" = last."orderId")
    `.execute(db);
  },
};
