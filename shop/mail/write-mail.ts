import { createChangeToken } from "../accounts/change-email.ts";
import { createVerificationToken } from "../accounts/email-verification.ts";
import { waitingCustomers } from "../accounts/imported-customers.ts";
import { createResetToken } from "../accounts/password-resets.ts";
import { createSignInCode, isTooLateForCode } from "../accounts/sign-in-codes.ts";
import { createInvitation } from "../accounts/staff-invitations.ts";
import { readStockAlert } from "../catalog/alerts/stock-alerts.ts";
import { readProduct } from "../catalog/lists/read-products.ts";
import { readAnswer } from "../contact/answer-message.ts";
import { readMessage } from "../contact/find-messages.ts";
import { type DocumentContent, documentFile, findCurrentInvoice } from "../documents/document.ts";
import { printDocument } from "../documents/print-document.ts";
import { readDocumentOfEvent, readDocuments } from "../documents/read-documents.ts";
import { readGivenUp } from "../events/given-up-message.ts";
import type { MailPayload } from "../jobs/job-kinds.ts";
import { describeHowToPay, sendsUnpaid } from "../orders/payment/how-to-pay.ts";
import { awaitsOfflinePayment, payByNote } from "../orders/payment/offline-payment.ts";
import { readOrderWay } from "../orders/read-order-way.ts";
import { readLabel } from "../orders/returns/return-label.ts";
import { canReturnAny, readReturnOffer } from "../orders/returns/return-offer.ts";
import type { OrderEvent } from "../orders/state/events.ts";
import { toMailOrder } from "../orders/views/mail.ts";
import { orderProgress } from "../orders/views/order-progress.ts";
import { type OrderDetails, readBuyersFirstName, readOrder } from "../orders/views/read-order.ts";
import { isRefundedByHand } from "../orders/views/receipt.ts";
import { canWithdraw } from "../orders/withdrawals/can-withdraw.ts";
import { readWithdrawal } from "../orders/withdrawals/read-withdrawals.ts";
import { withdrawalKey } from "../orders/withdrawals/withdrawal-key.ts";
import { isUnderEuConsumerLaw } from "../settings/consumer-law.ts";
import type { Shop } from "../shop.ts";
import { readVatChecks } from "../taxes/check-vat-number.ts";
import { productAddress } from "../values/product-address.ts";
import { linkTo } from "../values/shop-link.ts";
import {
  accountDeletedMail,
  dataDownloadedMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeMail,
  emailTakenMail,
  invitationDays,
  invitationMail,
  passkeyAddedMail,
  passkeyDeletedMail,
  passwordChangedMail,
  passwordNeededMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  resetMail,
  secondFactorOffMail,
  secondFactorOnMail,
  signedOutMail,
  signInCodeMail,
  staffInvitationMail,
  verificationMail,
} from "./account-mails.ts";
import { answerMail } from "./answer-mail.ts";
import { guaranteeNote, legalAttachments } from "./legal-attachments.ts";
import { type MailShop, mailShopOf } from "./mail-shop.ts";
import { orderMail } from "./order-mail.ts";
import { orderStepMail } from "./order-step-mails.ts";
import { isOutdated } from "./outdated-mails.ts";
import { newMessageMail, newOrderMail, newReturnMail, vatCheckedMail, webhookMail } from "./owner-mails.ts";
import { ownerNotice } from "./owner-notice.ts";
import type { Attachment, Mail, WrittenMail } from "./send-mail.ts";
import { alertRequestMail, backInStockMail } from "./stock-mails.ts";
import { newWithdrawalMail, withdrawalMail } from "./withdrawal-mails.ts";

type Writing = Pick<Shop, "db" | "accounts" | "settings" | "now" | "pictureFiles"> & { mailShop: MailShop };

interface QueuedMail extends MailPayload {
  id: number;
  /** Milliseconds since 1970 (UTC). */
  createdAt: number;
}

/**
 * Writes a queued mail, with a link that is valid from now on. See docs/decisions/0036.
 *
 * @returns undefined if the mail no longer applies, such as a reset for an unknown address
 */
export async function writeMail(shop: Omit<Writing, "mailShop">, queued: QueuedMail): Promise<Mail | undefined> {
  const written = await writers[queued.kind]({ ...shop, mailShop: mailShopOf(shop.settings) }, queued);
  // With the time, ids stay unique after a backup is restored.
  const id = `${new Date(queued.createdAt).toISOString().replaceAll(":", "-")}-${String(queued.id).padStart(6, "0")}`;
  return written && { id, to: queued.recipient, replyTo: sellerAddress(shop.settings), ...written };
}

/** Where customers' answers go: what sends the mails may have no mailbox. */
function sellerAddress({ shopName, seller }: Shop["settings"]) {
  return seller.email ? { name: shopName, address: seller.email } : undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

const writers = {
  async verification({ accounts, now, settings, mailShop }: Writing, { recipient, from }: QueuedMail) {
    const token = await createVerificationToken({ accounts, now }, recipient);
    const link = linkTo(settings, "/verify-email/confirm", { token, ...(from && { from }) });
    return verificationMail({ link, shop: mailShop });
  },

  async reset({ db, accounts, now, settings, mailShop }: Writing, { recipient }: QueuedMail) {
    const token = await createResetToken({ db, accounts, now }, recipient);
    if (!token) return undefined;
    return resetMail({ link: linkTo(settings, "/reset-password", { token }), shop: mailShop });
  },

  async signInCode({ db, accounts, now, settings, mailShop }: Writing, { recipient, createdAt }: QueuedMail) {
    if (isTooLateForCode(createdAt, now())) return undefined;
    const code = await createSignInCode({ db, accounts, now }, recipient);
    if (!code) return passwordNeededMail({ link: linkTo(settings, "/sign-in"), shop: mailShop });
    return signInCodeMail({ code, link: linkTo(settings, "/checkout"), shop: mailShop });
  },

  async invitation({ db, accounts, now, settings, mailShop }: Writing, { recipient }: QueuedMail) {
    const customer = await waitingCustomers(db).select("id").where("email", "=", recipient).executeTakeFirst();
    const token = customer && (await createResetToken({ db, accounts, now }, recipient, invitationDays * dayMs));
    if (!token) return undefined;
    return invitationMail({ link: linkTo(settings, "/reset-password", { token }), shop: mailShop });
  },

  async staffInvitation({ db, accounts, now, settings, mailShop }: Writing, { invitationId = "" }: QueuedMail) {
    const invitation = await createInvitation({ db, accounts, now, settings }, invitationId);
    return invitation && staffInvitationMail({ link: invitation.link, shop: mailShop }, invitation);
  },

  async passwordChanged({ settings, mailShop }: Writing) {
    return passwordChangedMail({ link: linkTo(settings, "/sign-in", { reset: "" }), shop: mailShop });
  },

  async secondFactorOn({ settings, mailShop }: Writing) {
    return secondFactorOnMail({ link: linkTo(settings, "/account"), shop: mailShop });
  },

  async secondFactorOff({ settings, mailShop }: Writing) {
    return secondFactorOffMail({ link: linkTo(settings, "/sign-in", { reset: "" }), shop: mailShop });
  },

  async recoveryCodesRenewed({ settings, mailShop }: Writing) {
    return recoveryCodesRenewedMail({ link: linkTo(settings, "/account"), shop: mailShop });
  },

  async recoveryCodeUsed({ settings, mailShop }: Writing, { codesLeft = 0 }: QueuedMail) {
    return recoveryCodeUsedMail({ codesLeft, link: linkTo(settings, "/account"), shop: mailShop });
  },

  async emailChange({ db, accounts, now, settings, mailShop }: Writing, { changeId }: QueuedMail) {
    const change = await createChangeToken({ db, accounts, now }, changeId ?? "");
    if (!change) return undefined;
    if (!change.token) return emailTakenMail({ link: linkTo(settings, "/sign-in"), shop: mailShop });
    return emailChangeMail({ link: linkTo(settings, "/account/email", { token: change.token }), shop: mailShop });
  },

  async emailChangeAsked({ db, accounts, now, settings, mailShop }: Writing, { changeId }: QueuedMail) {
    const change = await createChangeToken({ db, accounts, now }, changeId ?? "");
    if (!change) return undefined;
    return emailChangeAskedMail({ newEmail: change.email, link: linkTo(settings, "/account"), shop: mailShop });
  },

  async emailChanged({ settings, mailShop }: Writing, { newEmail = "" }: QueuedMail) {
    return emailChangedMail({ newEmail, link: linkTo(settings, "/contact"), shop: mailShop });
  },

  async passkeyAdded({ settings, mailShop }: Writing) {
    return passkeyAddedMail({ link: linkTo(settings, "/account"), shop: mailShop });
  },

  async passkeyDeleted({ settings, mailShop }: Writing) {
    return passkeyDeletedMail({ link: linkTo(settings, "/account"), shop: mailShop });
  },

  async signedOut({ settings, mailShop }: Writing, { devices = [], isByShop = false }: QueuedMail) {
    return signedOutMail({ devices, isByShop, link: linkTo(settings, "/account"), shop: mailShop });
  },

  async dataDownloaded({ settings, mailShop }: Writing) {
    return dataDownloadedMail({ link: linkTo(settings, "/account"), shop: mailShop });
  },

  async accountDeleted({ settings, mailShop }: Writing) {
    return accountDeletedMail({ link: linkTo(settings, "/contact"), shop: mailShop, keptYears: settings.keptYears });
  },

  async order(shop: Writing, { orderNumber }: QueuedMail) {
    const { db, settings, mailShop } = shop;
    const order = await readOrder(db, orderNumber ?? "");
    if (!order) return undefined;
    const documents = await readDocuments(db, order.orderNumber);
    // The mail about a cancellation brings the credit note of its invoice.
    const invoice = order.state === "cancelled" ? undefined : findCurrentInvoice(documents);
    const terms = await legalAttachments(shop, order);
    const { progress, isWithdrawn } = await readWay(shop, order);
    const mail = orderMail({
      order: toMailOrder(order),
      link: linkTo(settings, `/order-confirmation/${order.orderNumber}`),
      shop: mailShop,
      firstName: await readBuyersFirstName(db, order.orderNumber),
      ...{ progress, isWithdrawn },
      howToPay: awaitsOfflinePayment(order) && !isWithdrawn ? howToPay(order, documents, settings) : undefined,
      attached: invoice,
      terms: terms?.note,
      guarantee: guaranteeNote(order, settings),
      returnDays: !isWithdrawn && (await canReturnAny(shop, order.lines)) ? settings.returnDays : undefined,
      withdrawLink: isWithdrawn ? undefined : withdrawLink(order.orderNumber, settings),
    });
    return withFiles(await withDocuments(shop, mail, invoice), ...(terms?.files ?? []));
  },

  async orderStep(shop: Writing, queued: QueuedMail) {
    const { db, settings, mailShop } = shop;
    const { order, event } = await readStep(shop, queued);
    if (!order || !event || isOutdated(order, event)) return undefined;
    const isReminder = event.step === "reminded";
    const { progress, isWithdrawn } = await readWay(shop, order);
    if (isReminder && isWithdrawn) return undefined;
    const link = linkTo(settings, `/order-confirmation/${order.orderNumber}`);
    const documents = isReminder ? await readDocuments(db, order.orderNumber) : [];
    const [attached, ...others] = isReminder
      ? [findCurrentInvoice(documents)]
      : await readStepDocuments(shop, event, order);
    const mail = orderStepMail({
      ...{ order: toMailOrder(order), event, link, shop: mailShop, attached },
      ...{ progress, isWithdrawn },
      howToPay: isReminder ? howToPay(order, documents, settings) : undefined,
      returnOffer: await readReturnOffer(shop, order),
      withdrawLink: canWithdraw(order, settings, shop.now()) ? withdrawLink(order.orderNumber, settings) : undefined,
    });
    return mail && withLabel(shop, event, await withDocuments(shop, mail, attached, ...others));
  },

  async ownerNotice(shop: Writing, queued: QueuedMail) {
    const { order, event } = await readStep(shop, queued);
    if (!order || !event) return undefined;
    return ownerNotice({ order: toMailOrder(order), event, link: shop.settings.shopUrl, shop: shop.mailShop });
  },

  async vatChecked({ db, settings, mailShop }: Writing, { orderNumber }: QueuedMail) {
    const order = await readOrder(db, orderNumber ?? "");
    const check = order && (await readVatChecks(db, order)).at(-1);
    if (!check) return undefined;
    const link = linkTo(settings, `/owner/orders/${order.orderNumber}`);
    return vatCheckedMail({ order, check, link, shop: mailShop });
  },

  async newOrder({ db, settings, mailShop }: Writing, { orderNumber }: QueuedMail) {
    const order = await readOrder(db, orderNumber ?? "");
    if (!order) return undefined;
    const link = linkTo(settings, `/owner/orders/${order.orderNumber}`);
    return newOrderMail({ order: toMailOrder(order), link, shop: mailShop });
  },

  async newReturn(shop: Writing, queued: QueuedMail) {
    const { order, event } = await readStep(shop, queued);
    if (!order || !event) return undefined;
    const link = linkTo(shop.settings, `/owner/orders/${order.orderNumber}`);
    return newReturnMail({ order: toMailOrder(order), event, link, shop: shop.mailShop });
  },

  async withdrawal({ db, settings, mailShop }: Writing, { withdrawalId }: QueuedMail) {
    const statement = await readWithdrawal(db, withdrawalId ?? "");
    const link = linkTo(settings, "/contact");
    return statement && withdrawalMail({ statement, link, shop: mailShop, regional: settings });
  },

  async newWithdrawal({ db, settings, mailShop }: Writing, { withdrawalId }: QueuedMail) {
    const statement = await readWithdrawal(db, withdrawalId ?? "");
    const link = linkTo(settings, "/owner/withdrawals");
    if (!statement) return undefined;
    const hasOrder = (statement.orderId ?? statement.matchedOrderId) !== null;
    return newWithdrawalMail({ statement, link, shop: mailShop, regional: settings }, { hasOrder });
  },

  async newMessage({ db, settings, mailShop }: Writing, { messageId }: QueuedMail) {
    const message = await readMessage(db, messageId ?? 0);
    if (!message) return undefined;
    return newMessageMail({ message, link: linkTo(settings, `/owner/messages/${message.id}`), shop: mailShop });
  },

  async messageAnswer({ db, settings, mailShop }: Writing, { answerId }: QueuedMail) {
    const answer = await readAnswer(db, answerId ?? "");
    if (!answer) return undefined;
    const { text, ...message } = answer;
    return answerMail({ message, answer: text, link: linkTo(settings, "/contact"), shop: mailShop });
  },

  async webhookFailed({ db, settings, mailShop }: Writing, { webhookId, deliveryId }: QueuedMail) {
    const delivery = await readGivenUp(db, webhookId ?? "", deliveryId ?? 0);
    return (
      delivery && webhookMail({ ...delivery, link: linkTo(settings, `/owner/webhooks/${webhookId}`), shop: mailShop })
    );
  },

  async alertRequest(shop: Writing, queued: QueuedMail) {
    const alert = await readAlert(shop, queued);
    if (!alert) return undefined;
    return alertRequestMail({ ...alert, link: linkTo(shop.settings, "/back-in-stock", { confirm: alert.id }) });
  },

  async backInStock(shop: Writing, queued: QueuedMail) {
    const alert = await readAlert(shop, queued);
    return alert && backInStockMail({ ...alert, link: linkTo(shop.settings, alert.address) });
  },
};

/** Opens the order's items on the page to withdraw, without signing in. */
function withdrawLink(order: string, settings: Shop["settings"]) {
  if (!isUnderEuConsumerLaw(settings)) return undefined;
  return linkTo(settings, "/withdraw", { order, key: withdrawalKey(order, settings.authSecret) });
}

/** How an order is paid outside the shop, in a mail. */
function howToPay(order: OrderDetails, documents: DocumentContent[], settings: Shop["settings"]) {
  const described = describeHowToPay(order, documents, settings);
  if (!described) return undefined;
  const payBy = payByNote(order, settings);
  const request = ["Please include your order number in your payment.", payBy].filter(Boolean).join(" ");
  return {
    ...described,
    request: described.facts.length > 0 ? described.request : request,
    isSentFirst: sendsUnpaid(order, settings),
  };
}

async function readWay({ db, settings }: Writing, order: OrderDetails) {
  const way = await readOrderWay(db, order, settings);
  return { progress: orderProgress(order, settings, way), isWithdrawn: way.withdrawnOn !== undefined };
}

async function readStep({ db }: Writing, { orderNumber, orderEvent }: QueuedMail) {
  const order = await readOrder(db, orderNumber ?? "");
  return { order, event: order?.events.find(({ position }) => position === orderEvent) };
}

/** The documents that the mail about a step brings, its own first. */
function readStepDocuments({ db }: Writing, { step, position }: OrderEvent, order: OrderDetails) {
  const read = (position: number) => readDocumentOfEvent(db, order.orderNumber, position);
  // No other mail brings the credit note of a refund or credit that was made with the cancellation.
  if (step === "cancelled" && isRefundedByHand(order)) return Promise.all([read(position + 1)]);
  // The credit note of a corrected invoice goes along.
  return Promise.all(step === "invoiceCorrected" ? [read(position), read(position - 1)] : [read(position)]);
}

/** Attaches documents as PDF. */
async function withDocuments(
  shop: Writing,
  mail: WrittenMail,
  ...documents: (DocumentContent | undefined)[]
): Promise<WrittenMail> {
  const attachments: Attachment[] = [];
  for (const document of documents) {
    if (!document) continue;
    const content = await printDocument(shop, document);
    attachments.push({ filename: documentFile(document), contentType: "application/pdf", content });
  }
  return withFiles(mail, ...attachments);
}

function withFiles(mail: WrittenMail, ...files: Attachment[]): WrittenMail {
  return files.length > 0 ? { ...mail, attachments: [...(mail.attachments ?? []), ...files] } : mail;
}

/** Attaches the label of an accepted return. */
async function withLabel(
  shop: Writing,
  { step, returnId }: Pick<OrderEvent, "step" | "returnId">,
  mail: WrittenMail,
): Promise<WrittenMail> {
  const label = step === "returnAccepted" && returnId ? await readLabel(shop, returnId) : undefined;
  if (!label) return mail;
  const content = Buffer.from(label.content);
  return withFiles(mail, { filename: label.name, contentType: "application/pdf", content });
}

async function readAlert({ db, settings, mailShop }: Writing, { alertId }: QueuedMail) {
  const alert = await readStockAlert(db, alertId ?? "");
  const product = alert && (await readProduct(db, alert.product.id));
  if (!product) return undefined;
  const { priceCents, thumbnail } = product;
  return {
    id: alert.id,
    title: product.title.replaceAll(/\s+/g, " "),
    options: product.options,
    ...{ priceCents, thumbnail, currency: settings.currency },
    address: productAddress(product),
    leaveLink: linkTo(settings, "/back-in-stock", { leave: alert.id }),
    shop: mailShop,
  };
}
