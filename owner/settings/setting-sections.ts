import type { StoredSettings } from "#shop/settings/settings.ts";

export interface SettingSection {
  title: string;
  /** Words that the finder takes for its title, too, in small letters. */
  otherNames?: string;
  /** The labels of its fields by their names. */
  fields: Partial<Record<keyof StoredSettings, string>>;
}

/** The parts of *Settings* by their ids, in their order. See docs/decisions/0422. */
export const settingSections = {
  shop: {
    title: "Name and region",
    otherNames: "store language",
    fields: {
      shopName: "Shop name",
      locale: "Locale",
      currency: "Currency",
      countries: "Countries",
      timeZone: "Time zone",
    },
  },
  seller: {
    title: "Seller details",
    otherNames: "company business contact notifications",
    fields: {
      sellerAddress: "Address",
      organisationNumber: "Organisation number",
      sellerEmail: "Email",
      sellerPhone: "Phone",
      orderNotices: "Email me about new orders",
      messageNotices: "Email me about messages",
    },
  },
  lists: {
    title: "Product lists",
    otherNames: "sorting",
    fields: {
      newestSort: "Lists can be sorted by newest",
      bestSellingSort: "Lists can be sorted by best selling",
      hideSoldOut: "Hide sold-out products",
    },
  },
  checkout: {
    title: "Checkout",
    otherNames: "payments",
    fields: {
      paymentInstructions: "Payment instructions",
      unpaidDays: "Days to pay",
      unpaidPieces: "Items before payment",
      unpaidAmount: "Amount before payment",
      customerNotes: "Customers can leave a note",
      customerPhones: "Customers can leave a phone number",
      giftMessages: "Customers can add a gift message",
      companies: "Sell to companies",
      uncheckedVatNumbers: "Accept VAT numbers while VIES can't be reached",
      otherAddresses: "Customers can have orders delivered to another address",
      quickCheckout: "Quick checkout",
    },
  },
  invoices: {
    title: "Invoices",
    fields: {
      invoicesFirst: "Send the invoice with the order",
      bankAccount: "Bank account",
      bic: "BIC",
      invoiceDays: "Days to pay an invoice",
      invoiceGraceDays: "Cancel when overdue by",
      kidPrefix: "KID prefix",
      kidLength: "KID length",
      sendsUnpaid: "Orders can be sent before they're paid",
      offersInvoice: "Offer invoice or bank transfer beside payment providers",
    },
  },
  returns: {
    title: "Returns",
    otherNames: "refunds",
    fields: {
      returnDays: "Return period",
      withdrawalDays: "Withdrawal period",
      returnsPaidBy: "Who pays for returns",
      customerReturns: "Returns by customers",
    },
  },
  security: {
    title: "Security",
    otherNames: "two-step two-factor 2fa authentication password",
    fields: { staffSecondStep: "Require a second step of staff" },
  },
  privacy: { title: "Privacy", otherNames: "gdpr personal data retention", fields: { keptYears: "Keep orders for" } },
  backup: { title: "Backup", fields: {} },
  move: { title: "Move to another shop", otherNames: "export", fields: {} },
} as const satisfies Record<string, SettingSection>;

const { shop, seller, lists, checkout, invoices, returns, security, privacy } = settingSections;

/** The labels of the settings' fields. */
export const settingLabels: Record<keyof StoredSettings, string> = {
  ...{ ...shop.fields, ...seller.fields, ...lists.fields, ...checkout.fields },
  ...{ ...invoices.fields, ...returns.fields, ...security.fields, ...privacy.fields },
};
