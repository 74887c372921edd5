/**
 * What an act of the back office asks for. An `ordinary` one is daily work: a mistake is small, is in the activity log and can be undone.
 * Every other word says what a stolen or forgotten session could do with it, so it needs a recent sign-in:
 *
 * - `money`: money leaves the shop, is written off, or customers pay it into another account.
 * - `giveaway`: orders become cheap, or the whole catalog does at once.
 * - `people`: someone gets into the shop or is locked out of it.
 * - `dataOut`: what the shop knows leaves it in one file.
 * - `dataIn`: a file replaces what the shop is.
 */
export type Decision = "ordinary" | "money" | "giveaway" | "people" | "dataOut" | "dataIn";

/** A form as it was posted. */
interface Posted {
  request: Request;
  url: URL;
  form: () => Promise<FormData>;
}

interface RouteActs {
  /** Its forms: all of them, or each step. */
  forms?: Decision | Readonly<Record<string, Decision>>;
  /** Names a form's step, if its field `step` doesn't. */
  stepOf?: (posted: Posted) => string | null | Promise<string | null>;
  /** Its file. */
  download?: Decision | ((query: URLSearchParams) => Decision);
}

const catalogFile: RouteActs = { download: (query) => (query.has("sample") ? "ordinary" : "dataOut") };

/** All forms and downloads of the back office by their route. What isn't listed needs a recent sign-in. See docs/decisions/0148. */
export const acts = {
  "/orders": { forms: { send: "ordinary", deliver: "ordinary", remind: "ordinary", pay: "money" } },
  "/orders.csv": { download: "dataOut" },
  "/orders/send": { forms: "ordinary" },
  "/orders/:orderNumber": {
    forms: {
      send: "ordinary",
      deliver: "ordinary",
      undoSent: "ordinary",
      // The customer is emailed the new address.
      correctAddress: "ordinary",
      correctInvoice: "ordinary",
      resendMail: "ordinary",
      remind: "ordinary",
      note: "ordinary",
      // Restocks only. Its refund is another step.
      return: "ordinary",
      returnItem: "money",
      // The customer is emailed the answer. Nothing is refunded yet.
      acceptReturn: "ordinary",
      declineReturn: "ordinary",
      receiveReturn: "money",
      refund: "money",
      capture: "money",
      // An unpaid order may be paid at the same moment.
      cancel: "money",
      close: "money",
      markPaid: "money",
    },
  },
  "/orders/:orderNumber/invoice.pdf": { download: "ordinary" },
  "/orders/:orderNumber/returns/:returnId/label.pdf": { download: "ordinary" },
  // A rate of the One Stop Shop's return.
  "/bookkeeping": { forms: { rate: "ordinary" } },
  "/bookkeeping.csv": { download: "dataOut" },
  "/one-stop-shop.csv": { download: "dataOut" },
  // One product's price is daily work, also a price of 0: anyone stopped there would type 0.01.
  "/products": { forms: "ordinary" },
  "/products/new": { forms: "ordinary" },
  "/products/variants": { forms: "ordinary" },
  // As many prices as one product's forms would change one by one.
  "/products/groups/:group": { forms: "ordinary" },
  "/products/:id": { forms: "ordinary" },
  "/products/:id/edit": { forms: "ordinary" },
  "/products/bulk": {
    forms: {
      price: "giveaway",
      category: "ordinary",
      addTag: "ordinary",
      removeTag: "ordinary",
      group: "ordinary",
      option: "ordinary",
      renameOption: "ordinary",
      sale: "giveaway",
      // It brings usual prices back.
      endSale: "ordinary",
      archive: "ordinary",
      unarchive: "ordinary",
    },
    stepOf: ({ url }) => url.searchParams.get("change"),
  },
  "/products/import": {
    forms: { preview: "ordinary", import: "giveaway", retryPictures: "ordinary", moveIn: "ordinary" },
    // An upload is read as it arrives.
    stepOf: (posted) => (isUpload(posted.request) ? "preview" : readStep(posted)),
  },
  // It may bring all old prices back.
  "/products/imports/:importId": { forms: "giveaway" },
  "/products.csv": catalogFile,
  "/products.json": catalogFile,
  "/categories": { forms: "ordinary" },
  "/categories/new": { forms: "ordinary" },
  "/categories/:category": { forms: "ordinary" },
  "/categories/:category/edit": { forms: "ordinary" },
  "/pages/new": { forms: "ordinary" },
  "/pages/:slug": { forms: "ordinary" },
  "/messages/:messageId": { forms: "ordinary" },
  "/customers/import": {
    // Undoing removes only what an import brought.
    forms: {
      preview: "ordinary",
      import: "dataIn",
      undo: "dataIn",
      invite: "people",
      remind: "people",
      stop: "ordinary",
    },
    // An upload is read as it arrives.
    stepOf: (posted) => (isUpload(posted.request) ? "preview" : readStep(posted)),
  },
  "/customers/:uid": { forms: { disable: "people", enable: "people", role: "people" } },
  "/mails": { forms: "ordinary" },
  // The links in it sign in or set passwords.
  "/mails/:id/email.eml": { download: "people" },
  "/delivery": { forms: "ordinary" },
  "/delivery/new": { forms: "giveaway" },
  "/delivery/:id": { forms: "giveaway" },
  // Nothing is handed out by them: staff do that.
  "/delivery/:id/places/new": { forms: "ordinary" },
  "/delivery/:id/places/:placeId": { forms: "ordinary" },
  "/discounts/new": { forms: "giveaway" },
  "/discounts/:id": { forms: { save: "giveaway", delete: "ordinary" } },
  // They lead to the shop's own pages only.
  "/redirects": { forms: "ordinary" },
  "/redirects.csv": { download: "dataOut" },
  // A token gets a program into the shop. One that is revoked locks it out, and can't be brought back.
  "/tokens": { forms: "people" },
  // All orders and customers go where a webhook leads.
  "/webhooks": { forms: "dataOut" },
  "/webhooks/:id": {
    forms: {
      save: "dataOut",
      secret: "dataOut",
      on: "dataOut",
      // It can't be brought back.
      delete: "dataOut",
      off: "ordinary",
      test: "ordinary",
      // It goes where the message went before.
      again: "ordinary",
    },
  },
  // They say what the shop's pages say.
  "/feeds": { forms: { save: "ordinary", newKey: "ordinary" } },
  "/backup": { download: "dataOut" },
  "/appearance": { forms: "ordinary" },
  // The registration number is on every invoice.
  "/taxes": { forms: { save: "money", norway: "ordinary" } },
  // They decide the VAT of orders, and what invoices say of it.
  "/taxes/abroad": { forms: { save: "money", eu: "money" } },
  "/taxes/abroad/new": { forms: { save: "money", fill: "ordinary" } },
  "/taxes/abroad/:country": { forms: { save: "money", delete: "money", fill: "ordinary" } },
  // The bank account of the payment instructions, and who the seller is.
  "/settings": { forms: "money" },
  "/settings.json": { download: "dataOut" },
  "/settings/import": {
    forms: { preview: "ordinary", apply: "dataIn" },
    stepOf: async ({ form }) => ((await form()).has("seen") ? "apply" : "preview"),
  },
  // It asks for the password itself.
  "/sign-in-again": { forms: "ordinary" },
  "/*": { forms: "ordinary" },
} as const satisfies Record<string, RouteActs>;

/** The steps of a route that has several. */
export type StepsOf<Route extends keyof typeof acts> = (typeof acts)[Route] extends { forms: infer Steps }
  ? keyof Steps
  : never;

/** What a posted form needs; undefined if neither its route nor its step is listed. */
export async function decideForm(pattern: string, posted: Posted): Promise<Decision | undefined> {
  const { forms, stepOf = readStep } = routeActs(pattern);
  if (forms === undefined || typeof forms === "string") return forms;
  const step = (await stepOf(posted)) ?? "save";
  return Object.hasOwn(forms, step) ? forms[step] : undefined;
}

/** What opening an address needs. */
export function decideDownload(pattern: string, query: URLSearchParams): Decision {
  const { download = "ordinary" } = routeActs(pattern);
  return typeof download === "function" ? download(query) : download;
}

function routeActs(pattern: string): RouteActs {
  return Object.hasOwn(acts, pattern) ? acts[pattern as keyof typeof acts] : {};
}

function isUpload(request: Request) {
  return /^multipart\//i.test(request.headers.get("content-type") ?? "");
}

async function readStep({ form }: Posted) {
  const step = (await form()).get("step");
  return typeof step === "string" ? step : null;
}
