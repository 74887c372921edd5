import type { Kysely } from "kysely";

type Tables = { discounts: { id: number; code: string } };

/** Codes compare by case folding. Those that were stored before are folded too, unless another code already has that form. */
export const foldDiscountCodes = {
  async up(db: Kysely<unknown>) {
    const tables = db as Kysely<Tables>;
    const codes = await tables.selectFrom("discounts").select(["id", "code"]).orderBy("id").execute();
    const taken = new Set(codes.map(({ code }) => code));
    for (const { id, code } of codes) {
      const folded = code.toLowerCase().replaceAll("i\u0307", "i").toUpperCase().normalize("NFKC");
      if (taken.has(folded)) continue;
      taken.add(folded);
      await tables.updateTable("discounts").set({ code: folded }).where("id", "=", id).execute();
    }
  },
};
