import type { StoredSettings } from "#shop/settings/settings.ts";

/** The labels of the settings' fields. */
export const settingLabels: Record<keyof StoredSettings, string> = {
  shopName: "Shop name",
  locale: "Locale",
  currency: "Currency",
  countries: "Countries",
  timeZone: "Time zone",
  sellerAddress: "Address",
  organisationNumber: "Organisation number",
  sellerEmail: "Email",
  sellerPhone: "Phone",
  returnDays: "Return period",
  paymentInstructions: "Payment instructions",
  unpaidDays: "Days to pay",
  unpaidPieces: "Items before payment",
  unpaidAmount: "Amount before payment",
  customerNotes: "Customers can leave a note",
  customerPhones: "Customers can leave a phone number",
  giftMessages: "Customers can add a gift message",
  quickCheckout: "Quick checkout",
  newestSort: "Lists can be sorted by newest",
  bestSellingSort: "Lists can be sorted by best selling",
  hideSoldOut: "Hide sold-out products",
  orderNotices: "Email me about new orders",
  messageNotices: "Email me about messages",
};
