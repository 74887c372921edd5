import type { JobHandler, MailPayload } from "../jobs/job-kinds.ts";
import { recordConfirmation } from "../orders/withdrawals/read-withdrawals.ts";
import { StorageUnavailableError } from "../pictures/storage/object-store.ts";
import type { Shop } from "../shop.ts";
import { mailServerDigest, noteAcceptedMail } from "./mail-server/accepted-mail.ts";
import { MailError } from "./send-mail.ts";
import { recordSentMail } from "./sent-mails.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Sends queued mails. Every try writes the mail afresh, so its links are valid from then on. What writes them is loaded with the first one, so that
 * Node can run the shop without knowing JSX. See docs/decisions/0197.
 */
export function createMailHandler(
  shop: Pick<Shop, "db" | "accounts" | "settings" | "refreshSettings" | "sendMail" | "now" | "pictureFiles">,
): JobHandler<"mail"> {
  return {
    async run({ id, createdAt, payload }, signal) {
      const { writeMail } = await import("./write-mail.ts");
      // A mail that a new mail server lets through isn't tried with the former one, which delays it for hours.
      await shop.refreshSettings();
      const mail = await writeMail(shop, { id, createdAt, ...payload });
      if (!mail) return;
      // In this order, a database without room repeats no mail that was sent.
      const forget = await recordSentMail(shop.db, payload, mail, shop.now());
      const digest = mailServerDigest(shop.settings);
      await shop.sendMail(mail, signal).catch(async (error) => {
        await forget();
        throw error;
      });
      // Failing now would send the mail again. The next one is noted.
      await noteAcceptedMail(shop, digest).catch(() => {});
      if (payload.kind === "withdrawal") await recordConfirmation(shop.db, payload.withdrawalId ?? "", shop.now());
    },
    retryDelays: [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour],
    retryForMs: 72 * hour,
    failureMessage: ({ kind }) => failureMessages[kind],
    isPermanent: (error) => error instanceof MailError && error.refused,
    isAboutOneJob: (error) =>
      // Only mails with a document need the logo.
      error instanceof StorageUnavailableError || (error instanceof MailError && error.aboutThisMail),
  };
}

const failureMessages: Record<MailPayload["kind"], string> = {
  verification: "Verification email not sent",
  reset: "Password reset email not sent",
  signInCode: "Sign-in code not sent",
  passwordChanged: "Email about a new password not sent",
  secondFactorOn: "Email about two-step verification not sent",
  secondFactorOff: "Email about two-step verification not sent",
  recoveryCodesRenewed: "Email about new recovery codes not sent",
  recoveryCodeUsed: "Email about a used recovery code not sent",
  emailChange: "Email to confirm a new address not sent",
  emailChangeAsked: "Email about a new address not sent",
  emailChanged: "Email about a new address not sent",
  passkeyAdded: "Email about a new passkey not sent",
  passkeyDeleted: "Email about a deleted passkey not sent",
  signedOut: "Email about signed-out browsers not sent",
  dataDownloaded: "Email about a download of own data not sent",
  accountDeleted: "Email about a deleted account not sent",
  staffInvitation: "Invitation to the back office not sent",
  invitation: "Email to choose a password not sent",
  order: "Order email not sent",
  orderStep: "Order email not sent",
  ownerNotice: "Owner notification not sent",
  vatChecked: "Owner notification not sent",
  newOrder: "Owner notification not sent",
  newReturn: "Owner notification not sent",
  newMessage: "Owner notification not sent",
  alertRequest: "Back-in-stock email not sent",
  backInStock: "Back-in-stock email not sent",
  messageAnswer: "Message reply not sent",
  withdrawal: "Confirmation of a withdrawal not sent",
  newWithdrawal: "Owner notification not sent",
  webhookFailed: "Owner notification not sent",
};
