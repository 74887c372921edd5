import type { OwnerRole } from "#database/schema.ts";
import { signInCodeMinutes, staffInvitationHours } from "../forms/account-fields.ts";
import { roleName, roleSummary } from "../values/staff-roles.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailShop } from "./mail-shop.ts";
import type { WrittenMail } from "./send-mail.ts";

interface AccountMail {
  link: string;
  shop: MailShop;
}

/** Asks the owner of an email address to confirm it. */
export function verificationMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Verify your email for ${shop.name}`, link, {
    shop,
    title: `Welcome to ${shop.name}`,
    paragraphs: ["Confirm your email address and you're ready to shop."],
    button: { label: "Verify email", link, lead: "Open this link to confirm your email address" },
    footnote: `This link expires in 24 hours. If you didn't sign up at ${shop.name}, you can ignore this email.`,
  });
}

/** Lets a customer choose a new password. */
export function resetMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Reset your ${shop.name} password`, link, {
    shop,
    title: "Choose a new password",
    paragraphs: [`We received a request to reset your password at ${shop.name}.`],
    button: { label: "Choose a new password", link, lead: "Open this link to choose a new password" },
    footnote:
      "This link works once and expires in an hour. If you didn't request it, you can ignore this email. Your password won't change.",
  });
}

/** Signs a customer in. The code isn't in the subject, which is printed on the console where there is no mail server. */
export function signInCodeMail({ code, link, shop }: AccountMail & { code: string }): WrittenMail {
  return composeMail(`Your code for ${shop.name}`, link, {
    shop,
    title: "Your code",
    paragraphs: [`Enter this code at ${shop.name} to continue to checkout:`],
    code,
    preview: `${code} is your code.`,
    footnote: `This code works once and expires in ${signInCodeMinutes} minutes. We never ask you for it by phone or email. If you didn't request it, you can ignore this email.`,
  });
}

/** Instead of a code for owners and staff. */
export function passwordNeededMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Your code for ${shop.name}`, link, {
    shop,
    title: "Sign in with your password",
    paragraphs: [
      `Someone asked for a code to check out at ${shop.name} with this email. Its account manages the shop, so it needs its password.`,
    ],
    button: { label: "Sign in", link, lead: "Open this link to sign in" },
    footnote: "If you didn't request this, you can ignore this email.",
  });
}

/** How long the link of an invitation works: people read such emails late. */
export const invitationDays = 14;

/** Lets a customer of the earlier shop choose a password. */
export function invitationMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Choose a password for ${shop.name}`, link, {
    shop,
    title: "Your account has moved",
    paragraphs: [
      `${shop.name} has a new shop, and we brought your details along. Your old password stayed behind: choose a new one to sign in and see your past orders.`,
    ],
    button: { label: "Choose a password", link, lead: "Open this link to choose a password" },
    footnote: `This link works once and expires in ${invitationDays} days. If you don't want an account, you don't need to do anything.`,
  });
}

/** Invites someone to the back office, in a role. @property invitedBy an email */
export function staffInvitationMail(
  { link, shop }: AccountMail,
  { role, invitedBy }: { role: OwnerRole; invitedBy: string },
): WrittenMail {
  return composeMail(`You're invited to the back office of ${shop.name}`, link, {
    shop,
    title: `Join ${shop.name}`,
    paragraphs: [
      `${invitedBy} invites you to work in the back office of ${shop.name}.`,
      `Your role: ${roleName(role)}. ${roleSummary(role)}`,
    ],
    button: { label: "Accept invitation", link, lead: "Open this link to accept" },
    footnote: `This link works once and expires in ${staffInvitationHours} hours. If you didn't expect it, you can ignore this email.`,
  });
}

/** Tells a customer that their password was changed. */
export function passwordChangedMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Your ${shop.name} password was changed`, link, {
    shop,
    title: "Your password was changed",
    paragraphs: [
      `The password of your account at ${shop.name} was changed, and all other browsers were signed out.`,
      "If it wasn't you, choose a new password now.",
    ],
    button: { label: "Choose a new password", link, lead: "If it wasn't you, open this link to choose a new password" },
    footnote: "If you changed it yourself, you don't need to do anything.",
  });
}

const ifYouDidIt = "If you did it yourself, you don't need to do anything.";

/** The end of a mail about something in an account that only its customer may do. */
function ifItWasntYou(link: string) {
  return {
    button: { label: "Account and security", link, lead: "If it wasn't you, open your account" },
    footnote: ifYouDidIt,
  };
}

/** Tells a customer that sign-ins need a second step from now on. */
export function secondFactorOnMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Two-step verification is on at ${shop.name}`, link, {
    shop,
    title: "Two-step verification is on",
    paragraphs: [
      `From now on, signing in to your account at ${shop.name} needs a code of your authenticator app. All other browsers were signed out.`,
      "If it wasn't you, contact the shop at once.",
    ],
    button: { label: "Account and security", link, lead: "Open your account" },
    footnote: ifYouDidIt,
  });
}

/** Tells a customer that the password alone signs in from now on. */
export function secondFactorOffMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Two-step verification is off at ${shop.name}`, link, {
    shop,
    title: "Two-step verification is off",
    paragraphs: [
      `Signing in to your account at ${shop.name} no longer needs a second step.`,
      "If you didn't expect this, choose a new password now, and set up two-step verification again.",
    ],
    button: { label: "Choose a new password", link, lead: "If it wasn't you, open this link to choose a new password" },
    footnote: ifYouDidIt,
  });
}

/** Tells a customer that the earlier recovery codes have ended. */
export function recoveryCodesRenewedMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`New recovery codes for ${shop.name}`, link, {
    shop,
    title: "You have new recovery codes",
    paragraphs: [
      `New recovery codes were made for your account at ${shop.name}. The earlier ones no longer work.`,
      "If it wasn't you, change your password and sign out all other browsers.",
    ],
    ...ifItWasntYou(link),
  });
}

/** Tells a customer that someone signed in with one of their recovery codes. */
export function recoveryCodeUsedMail({ codesLeft, link, shop }: AccountMail & { codesLeft: number }): WrittenMail {
  const left = codesLeft === 1 ? "1 recovery code" : `${codesLeft} recovery codes`;
  return composeMail(`A recovery code was used at ${shop.name}`, link, {
    shop,
    title: "A recovery code was used",
    paragraphs: [
      `Someone entered one of your recovery codes to sign in to your account at ${shop.name}. It no longer works; you have ${left} left.`,
      "If it wasn't you, change your password, make new recovery codes, and sign out all other browsers.",
    ],
    ...ifItWasntYou(link),
  });
}

/** Confirms the address that a customer wants to change to. */
export function emailChangeMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Confirm your new email for ${shop.name}`, link, {
    shop,
    title: "Confirm your new email",
    paragraphs: [`You asked to use this address for your account at ${shop.name}. It changes once you confirm it.`],
    button: { label: "Confirm email", link, lead: "Open this link to confirm your new email" },
    footnote: "This link works once and expires in 24 hours. If you didn't request this, you can ignore this email.",
  });
}

/** Instead of a link for an address that has an account. */
export function emailTakenMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Confirm your new email for ${shop.name}`, link, {
    shop,
    title: "You already have an account",
    paragraphs: [
      `Someone asked to use this address for another account at ${shop.name}. It has an account of its own already, so nothing was changed.`,
    ],
    button: { label: "Sign in", link, lead: "Open this link to sign in" },
    footnote: "If you didn't request this, you can ignore this email.",
  });
}

/** Warns the current address before it changes. */
export function emailChangeAskedMail({ newEmail, link, shop }: AccountMail & { newEmail: string }): WrittenMail {
  return composeMail(`Your ${shop.name} email is about to change`, link, {
    shop,
    title: "Your email is about to change",
    paragraphs: [
      `Someone who is signed in to your account at ${shop.name} asked to change its email to ${newEmail}. It changes once the link in that mailbox is opened.`,
      "If this wasn't you, cancel the change, change your password, and sign out all other browsers.",
    ],
    button: { label: "Account and security", link, lead: "If it wasn't you, open your account" },
    footnote: "If you requested it yourself, you don't need to do anything.",
  });
}

/** Tells the former address that it has changed. */
export function emailChangedMail({ newEmail, link, shop }: AccountMail & { newEmail: string }): WrittenMail {
  return composeMail(`Your ${shop.name} email was changed`, link, {
    shop,
    title: "Your email was changed",
    paragraphs: [
      `The email of your account at ${shop.name} is now ${newEmail}. You can no longer sign in with this address.`,
      "If this wasn't you, contact us at once and we give you your account back.",
    ],
    button: { label: "Contact us", link, lead: "If it wasn't you, contact us" },
    footnote: "If you changed it yourself, you don't need to do anything.",
  });
}

/** Tells a customer that a passkey signs in from now on. */
export function passkeyAddedMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`A passkey was added at ${shop.name}`, link, {
    shop,
    title: "A passkey was added",
    paragraphs: [
      `A passkey was added to your account at ${shop.name}. Its device signs in without your password.`,
      "If it wasn't you, delete it, change your password, and sign out all other browsers.",
    ],
    ...ifItWasntYou(link),
  });
}

/** Tells a customer that a passkey no longer signs in. */
export function passkeyDeletedMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`A passkey was deleted at ${shop.name}`, link, {
    shop,
    title: "A passkey was deleted",
    paragraphs: [
      `A passkey of your account at ${shop.name} was deleted. Its device no longer signs in.`,
      "If it wasn't you, change your password now.",
    ],
    ...ifItWasntYou(link),
  });
}

interface SignedOutMail extends AccountMail {
  /** "Firefox on Windows" */
  devices: string[];
  /** Whether an owner did it. */
  isByShop: boolean;
}

/** Tells a customer that browsers were signed out of their account. */
export function signedOutMail({ devices, isByShop, link, shop }: SignedOutMail): WrittenMail {
  const what = devices.length === 1 ? "A browser was" : `${devices.length} browsers were`;
  const where = devices.length > 5 ? "" : `: ${devices.join(", ")}`;
  return composeMail(`${what} signed out of ${shop.name}`, link, {
    shop,
    title: `${what} signed out`,
    paragraphs: [
      isByShop
        ? `An owner of ${shop.name} signed you out${where}.`
        : `Someone who is signed in to your account at ${shop.name} signed out${where || ` ${devices.length} browsers`}.`,
      "If you didn't expect this, change your password.",
    ],
    button: { label: "Account and security", link, lead: "If you didn't expect it, open your account" },
    footnote: ifYouDidIt,
  });
}

/** Tells a customer that their data can be downloaded, and that someone asked for it. */
export function dataDownloadedMail({ link, shop }: AccountMail): WrittenMail {
  return composeMail(`Your ${shop.name} data was downloaded`, link, {
    shop,
    title: "Your data was downloaded",
    paragraphs: [
      `Someone who is signed in to your account at ${shop.name} and knows its password asked for a copy of everything that we keep about you. It can be downloaded for ten minutes.`,
      "If it wasn't you, change your password now. That signs out all other browsers.",
    ],
    button: { label: "Account and security", link, lead: "If it wasn't you, open your account" },
    footnote: "If you asked for it yourself, you don't need to do anything.",
  });
}

/** Tells a customer that their account is gone. @param keptYears for how many years orders stay */
export function accountDeletedMail({ link, shop, keptYears }: AccountMail & { keptYears: number }): WrittenMail {
  return composeMail(`Your ${shop.name} account was deleted`, link, {
    shop,
    title: "Your account was deleted",
    paragraphs: [
      `Your account at ${shop.name} was deleted, with your profile, pictures, messages and emails.`,
      `The law asks us to keep orders and invoices, with your name, email and address, for ${keptYears} ${keptYears === 1 ? "year" : "years"} after the year they are of. Then you are removed from them, and only their amounts stay.`,
      "Orders on their way still arrive, and you can still return them.",
    ],
    button: { label: "Contact us", link, lead: "For questions about an order, contact us" },
    footnote: "If you didn't delete it, contact us at once.",
  });
}
