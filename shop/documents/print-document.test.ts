import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { runDue } from "../../tests/support/due-jobs.ts";
import { plain } from "../../tests/support/hostile-pictures.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { readAppearanceForm } from "../appearance/appearance.ts";
import { saveAppearance } from "../appearance/save-appearance.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { uploadPicture } from "../pictures/uploaded-pictures.ts";
import type { DocumentContent } from "./document.ts";
import { writePdf } from "./document-pdf.ts";
import { printDocument } from "./print-document.ts";
import { readDocuments } from "./read-documents.ts";

forEachEngine((_, engine) => {
  test("an invoice keeps the logo that the shop had when it was issued, and is drawn once however often it is downloaded", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    await importRecords(db, [catalogRecord()]);
    await registerForVat(shop);
    const setLogo = async (logo: string) => {
      const original = await readAppearanceForm(db);
      await saveAppearance(shop, { ...original, logo }, { original, actor: "olga@example.com" });
      await shop.refreshSettings();
    };
    const place = async () => {
      const number = await placeOrder(db, uid, orderOf([["coffee", 1]]), shop.now(), undefined, shop.settings);
      const [invoice] = await readDocuments(db, number);
      return invoice as DocumentContent;
    };

    const file = await plain(800, 200, 4).png().toBuffer();
    await setLogo(await uploadPicture(shop, file, "logo", new AbortController().signal));
    await runDue(shop, "pictureSizes");
    const withLogo = await place();
    const pdf = await printDocument(shop, withLogo);
    expect(pdf.toString("latin1")).toContain("/Subtype /Image");
    await setLogo("");
    expect((await printDocument(shop, withLogo)).equals(pdf)).toBe(true);

    const without = await place();
    expect((await printDocument(shop, without)).equals(await writePdf(without))).toBe(true);

    const copies = await Promise.all(
      Array.from({ length: 50 }, () => printDocument(shop, { ...without, number: "2026-7" })),
    );
    expect(new Set([...copies, await printDocument(shop, { ...without, number: "2026-7" })]).size, "drawn once").toBe(
      1,
    );
  });
});
