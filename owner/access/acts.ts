import { matchRoutes } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";
import { may, type Right } from "#shop/owners/rights.ts";
import { isMultipart } from "#web/is-multipart.ts";

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
  /** The right that opens it. */
  open: Right;
  /** The right that its forms need, if it is another: all of them, or each step. */
  change?: Right | Readonly<Record<string, Right>>;
  /** Its forms: all of them, or each step. */
  forms?: Decision | Readonly<Record<string, Decision>>;
  /** Names a form's step, if its field `step` doesn't. */
  stepOf?: (posted: Posted) => string | null | Promise<string | null>;
  /** Its file. */
  download?: Decision | ((query: URLSearchParams) => Decision);
}

/** Only owners have it. */
const strictestRight: Right = "access";

const catalogFile: RouteActs = { open: "catalog", download: (query) => (query.has("sample") ? "ordinary" : "dataOut") };

/**
 * All screens, forms and downloads of the back office by their route. What isn't listed needs an owner's recent sign-in. See docs/decisions/0148
 * and 0324.
 */
export const acts = {
  "/": { open: "enter" },
  // It finds only what the other screens' rights let someone open.
  "/find.json": { open: "enter", download: "ordinary" },
  "/orders": {
    open: "readOrders",
    change: "changeOrders",
    forms: { send: "ordinary", deliver: "ordinary", remind: "ordinary", pay: "money" },
  },
  "/orders.csv": { open: "readOrders", download: "dataOut" },
  "/orders/send": { open: "changeOrders", forms: "ordinary" },
  "/orders/earlier": { open: "readOrders" },
  "/orders/earlier/:pastOrderId": { open: "readOrders" },
  "/orders/:orderNumber": {
    open: "readOrders",
    change: "changeOrders",
    forms: {
      send: "ordinary",
      deliver: "ordinary",
      undoSent: "ordinary",
      // The customer is emailed the new address.
      correctAddress: "ordinary",
      correctInvoice: "ordinary",
      resendMail: "ordinary",
      retryMail: "ordinary",
      remind: "ordinary",
      note: "ordinary",
      // Restocks only. Its refund is another step.
      return: "ordinary",
      returnItem: "money",
      // The customer is emailed the answer. Nothing is refunded yet.
      acceptReturn: "ordinary",
      declineReturn: "ordinary",
      unmatch: "ordinary",
      receiveReturn: "money",
      refund: "money",
      capture: "money",
      // An unpaid order may be paid at the same moment.
      cancel: "money",
      close: "money",
      markPaid: "money",
      undoPaid: "money",
    },
  },
  "/orders/:orderNumber/invoice": { open: "readOrders" },
  "/orders/:orderNumber/invoice.pdf": { open: "readOrders", download: "ordinary" },
  "/orders/:orderNumber/returns/:returnId/label.pdf": { open: "readOrders", download: "ordinary" },
  "/orders/:orderNumber/mails/:mailId": { open: "readOrders" },
  "/orders/:orderNumber/mails/:mailId/mail.html": { open: "readOrders", download: "ordinary" },
  "/pick-list": { open: "readOrders" },
  "/packing-slips": { open: "readOrders" },
  // Nothing is refunded by it, and the statement stays.
  "/withdrawals": { open: "readOrders", change: "changeOrders", forms: "ordinary" },
  // A rate of the One Stop Shop's return.
  "/bookkeeping": { open: "bookkeeping", change: "setUp", forms: { rate: "ordinary" } },
  "/bookkeeping.csv": { open: "bookkeeping", download: "dataOut" },
  "/one-stop-shop.csv": { open: "bookkeeping", download: "dataOut" },
  // One product's price is daily work, also a price of 0: anyone stopped there would type 0.01.
  "/products": { open: "catalog", forms: "ordinary" },
  "/products/new": { open: "catalog", forms: "ordinary" },
  "/products/variants": { open: "catalog", forms: "ordinary" },
  // As many prices as one product's forms would change one by one.
  "/products/groups/:group": { open: "catalog", forms: "ordinary" },
  "/products/:id": { open: "catalog", forms: "ordinary" },
  "/products/:id/edit": { open: "catalog", forms: "ordinary" },
  "/products/bulk": {
    open: "catalog",
    forms: {
      price: "giveaway",
      category: "ordinary",
      addTag: "ordinary",
      removeTag: "ordinary",
      group: "ordinary",
      option: "ordinary",
      renameOption: "ordinary",
      sale: "giveaway",
      saleEnd: "giveaway",
      // It brings usual prices back.
      endSale: "ordinary",
      archive: "ordinary",
      unarchive: "ordinary",
      // It can't be undone.
      delete: "dataIn",
    },
    stepOf: ({ url }) => url.searchParams.get("change"),
  },
  "/products/import": {
    open: "catalog",
    forms: { preview: "ordinary", import: "giveaway", retryPictures: "ordinary", moveIn: "ordinary" },
    // An upload is read as it arrives.
    stepOf: (posted) => (isMultipart(posted.request) ? "preview" : readStep(posted)),
  },
  // It may bring all old prices back.
  "/products/imports/:importId": { open: "catalog", forms: "giveaway" },
  "/products.csv": catalogFile,
  "/products.json": catalogFile,
  "/categories": { open: "catalog", forms: "ordinary" },
  "/categories/new": { open: "catalog", forms: "ordinary" },
  "/categories/:category": { open: "catalog", forms: "ordinary" },
  "/categories/:category/edit": { open: "catalog", forms: "ordinary" },
  "/pages": { open: "catalog" },
  "/pages/new": { open: "catalog", forms: "ordinary" },
  "/pages/:slug": { open: "catalog", forms: "ordinary" },
  "/legal-guarantee": { open: "catalog", forms: "ordinary" },
  "/messages": { open: "customers" },
  "/messages/:messageId": { open: "customers", forms: "ordinary" },
  "/customers": { open: "customers" },
  "/customers/import": {
    open: "accounts",
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
    stepOf: (posted) => (isMultipart(posted.request) ? "preview" : readStep(posted)),
  },
  "/customers/:uid": {
    open: "customers",
    change: {
      disable: "accounts",
      enable: "accounts",
      role: "access",
      delete: "access",
      removeSecondStep: "access",
      endSession: "access",
      endSessions: "access",
    },
    forms: {
      disable: "people",
      enable: "people",
      role: "people",
      delete: "people",
      removeSecondStep: "people",
      endSession: "people",
      endSessions: "people",
    },
  },
  "/customers/:uid/data.json": { open: "access", download: "dataOut" },
  "/customers/:uid/data.csv": { open: "access", download: "dataOut" },
  // An invitation gets someone into the shop.
  "/staff": { open: "access", forms: { invite: "people", revoke: "people", endSession: "people" } },
  "/mails": { open: "customers", forms: "ordinary" },
  // The links in it sign in or set passwords.
  "/mails/:id/email.eml": { open: "access", download: "people" },
  "/delivery": { open: "setUp", forms: "ordinary" },
  "/delivery/new": { open: "setUp", forms: "giveaway" },
  "/delivery/:id": { open: "setUp", forms: "giveaway" },
  // Nothing is handed out by them: staff do that.
  "/delivery/:id/places/new": { open: "setUp", forms: "ordinary" },
  "/delivery/:id/places/:placeId": { open: "setUp", forms: "ordinary" },
  "/discounts": { open: "catalog" },
  "/discounts/new": { open: "catalog", forms: "giveaway" },
  "/discounts/:id": { open: "catalog", forms: { save: "giveaway", delete: "ordinary" } },
  "/synonyms": { open: "catalog", forms: "ordinary" },
  // They lead to the shop's own pages only.
  "/redirects": { open: "catalog", forms: "ordinary" },
  "/redirects.csv": { open: "catalog", download: "dataOut" },
  // A token gets a program into the shop. One that is revoked locks it out, and can't be brought back.
  "/tokens": { open: "access", forms: "people" },
  // All orders and customers go where a webhook leads.
  "/webhooks": { open: "access", forms: "dataOut" },
  "/webhooks/:id": {
    open: "access",
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
  "/feeds": { open: "catalog", forms: { save: "ordinary", newKey: "ordinary" } },
  "/backup": { open: "backups", download: "dataOut" },
  // An upload is read as it arrives.
  "/restore": {
    open: "backups",
    forms: { upload: "dataIn", replace: "dataIn", cancel: "ordinary", undo: "dataIn" },
    stepOf: (posted) => (isMultipart(posted.request) ? "upload" : readStep(posted)),
  },
  "/appearance": { open: "setUp", forms: "ordinary" },
  // It shows what visitors see.
  "/appearance/preview": { open: "setUp", forms: "ordinary", download: "ordinary" },
  // The registration number is on every invoice.
  "/taxes": { open: "setUp", forms: { save: "money", norway: "ordinary" } },
  // They decide the VAT of orders, and what invoices say of it.
  "/taxes/abroad": { open: "setUp", forms: { save: "money", eu: "money" } },
  // What an invoice says beside its amounts.
  "/taxes/rates": { open: "setUp", forms: { save: "ordinary", delete: "ordinary" } },
  "/taxes/abroad/new": { open: "setUp", forms: { save: "money", fill: "ordinary" } },
  "/taxes/abroad/:country": { open: "setUp", forms: { save: "money", delete: "money", fill: "ordinary" } },
  // Password resets go where the mail server is. A test goes to the owner's own address, by the saved server.
  "/mail-server": { open: "access", forms: { save: "people", test: "ordinary" } },
  // The bank account of the payment instructions, and who the seller is.
  "/settings": { open: "payments", forms: "money" },
  "/settings.json": { open: "payments", download: "dataOut" },
  "/settings/import": {
    open: "payments",
    forms: { preview: "ordinary", apply: "dataIn" },
    stepOf: async ({ form }) => ((await form()).has("seen") ? "apply" : "preview"),
  },
  "/log": { open: "log" },
  // As the forms that made the change: `changes/undo-area.ts` says which step it is.
  "/log/:changeId": {
    open: "catalog",
    change: { catalog: "catalog", giveaway: "catalog", setUp: "setUp", payments: "payments", access: "access" },
    forms: { catalog: "ordinary", giveaway: "giveaway", setUp: "money", payments: "money", access: "people" },
  },
  // It asks for the password itself.
  "/sign-in-again": { open: "enter", forms: "ordinary" },
  "/*": { open: "enter", forms: "ordinary" },
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

/** The right that a screen or file needs. */
export function rightToOpen(pattern: string) {
  return routeActs(pattern).open;
}

/** The right that a posted form needs. */
export async function rightToPost(pattern: string, posted: Posted): Promise<Right> {
  const { open, change = open, stepOf = readStep } = routeActs(pattern);
  if (typeof change === "string") return change;
  const step = (await stepOf(posted)) ?? "save";
  return (Object.hasOwn(change, step) ? change[step] : undefined) ?? strictestRight;
}

/** Whether a role may open an address of the back office. @param address without the basename */
export function mayOpen(role: Owner["role"], address: string) {
  const { pathname } = new URL(address, "http://back-office");
  return may(role, rightToOpen(patternOf(pathname)));
}

const routes = Object.keys(acts).map((path) => ({ path }));

/** The router ranks all routes again for each match, which takes a millisecond. The menu's addresses have no parameters and need no match. */
function patternOf(pathname: string) {
  if (Object.hasOwn(acts, pathname)) return pathname;
  return matchRoutes(routes, pathname)?.[0]?.route.path ?? "";
}

function routeActs(pattern: string): RouteActs {
  return Object.hasOwn(acts, pattern) ? acts[pattern as keyof typeof acts] : { open: strictestRight };
}

async function readStep({ form }: Posted) {
  const step = (await form()).get("step");
  return typeof step === "string" ? step : null;
}
