import { newAppearance } from "#shop/appearance/appearance-form.ts";
import { saveAppearance } from "#shop/appearance/save-appearance.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { addPage } from "#shop/content/change-page.ts";
import { addNote } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import { setRole } from "#shop/owners/owners.ts";
import { importProducts, productOf } from "../journeys/owner.ts";
import { registerVerified, signInCookies } from "../support/customers.ts";
import { setUpDiscount } from "../support/discounts.ts";
import { orderOf } from "../support/orders.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { setSettings } from "../support/set-settings.ts";
import { setUpDelivery } from "../support/set-up-delivery.ts";
import { registerForVat } from "../support/set-up-invoice.ts";

/** The one Latin word that people typed: a brand in the middle of their Arabic. */
export const latinWord = "Haldera";

export const rose = rightToLeftProduct("rose", "عطر الورد Haldera ٥٠ مل");
export const soldOutOud = rightToLeftProduct("oud", "عود فاخر Haldera", { stock: 0 });

const owner = { email: "ola@example.com", password: "Abcdef1!" };

function rightToLeftProduct(id: string, title: string, changes = {}) {
  return productOf({
    ...{ id, title, brand: "בשמים Haldera", category: "عطور", tags: ["ورد"], rating: 5 },
    description: "رائحة Haldera هادئة.\nלכל יום.",
    ...changes,
  });
}

/** Fills a shop with Arabic and Hebrew texts, and an owner who has ordered from it. @returns the order's number, and what signs the owner in */
export async function fillRightToLeftShop(shop: RunningShop) {
  const inside = await shop.inside();
  const actor = owner.email;
  await importProducts(shop, rose, soldOutOud);
  const names = { firstname: "ليلى", lastname: "Haldera منصور" };
  const address = { street: "شارع النخيل ٥", city: "تل أبيب" };
  const uid = await registerVerified(inside, { ...owner, ...names, ...address });
  await setRole(inside, owner.email, "owner", "test");
  await registerForVat(inside);
  await setSettings(inside, {
    ...{ shopName: "שוק", sellerAddress: "רחוב הרצל 1\nתל אביב" },
    ...{ customerNotes: "on", paymentInstructions: "حوّلي المبلغ Haldera" },
  });
  await addPage(
    inside,
    {
      title: "عن المتجر",
      slug: "story",
      description: "",
      text: "## قصتنا\n\nنبيع Haldera.",
      inFooter: "on",
      isPublic: "on",
    },
    actor,
  );
  await saveAppearance(
    inside,
    {
      ...newAppearance,
      ...{
        announcement: "توصيل مجاني Haldera",
        heroBadge: "جديد",
        heroTitle: "عطور الشرق",
        heroText: "من Haldera إليك.",
      },
      ...{
        featureTitle1: "توصيل",
        featureText1: "مجاني",
        label1: "زبائن",
        footerReturns: "يمكنك الإرجاع.",
        footerHelp: "أسئلة؟",
      },
    },
    { original: newAppearance, actor },
  );
  await setUpDelivery(inside, { name: "توصيل سريع" });
  await setUpDelivery(inside, { name: "استلام", price: "", pickup: "on", pickupPlace: "شارع النخيل ٥" });
  await setUpDiscount(inside, { code: "SPRING", category: "" });
  const order = { ...orderOf([[rose.id, 1, 1000]]), billingAddress: "ليلى منصور\nشارع النخيل ٥", note: "اتصلوا بي" };
  const orderNumber = await placeOrder(inside.db, uid, order, inside.now(), undefined, inside.settings);
  await addNote(inside, orderNumber, { actor: staff(actor), note: "زبونة Haldera دائمة" });
  const message = { firstName: "ليلى", lastName: "منصور", email: actor, phoneNumber: "12345678", orderNumber: "" };
  await saveContactMessage(inside.db, { ...message, subject: "سؤال", message: "هل يوجد Haldera؟\nشكرا" }, inside.now());
  const pairs = await signInCookies(inside, owner);
  return { orderNumber, uid, cookies: [...pairs.values()].map((pair) => cookieOf(pair, shop.url)) };
}

function cookieOf(pair: string, url: string) {
  const [name = "", value = ""] = pair.split("=");
  return { name, value, url };
}
