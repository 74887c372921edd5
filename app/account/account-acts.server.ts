import { changeEmailForm, changePasswordForm, confirmForm } from "#shop/accounts/account-forms.ts";
import type { RequestMetadata } from "#shop/accounts/accounts.ts";
import { askEmailChange, cancelEmailChange } from "#shop/accounts/change-email.ts";
import { changePassword } from "#shop/accounts/change-password.ts";
import { deleteAccount } from "#shop/accounts/delete-account.ts";
import { createDownloadToken } from "#shop/accounts/export-data.ts";
import { proveIdentity, readPasswordHash } from "#shop/accounts/prove-identity.ts";
import { endOtherSessions, endSession } from "#shop/accounts/sessions.ts";
import { validate } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import type { AccountAct, AccountAnswer } from "./section.tsx";

interface Asked {
  shop: Shop;
  signedIn: { uid: string; email: string; sessionId: string; signedInAt: number };
  form: Record<string, string>;
  metadata: RequestMetadata;
}

type Answer = Omit<AccountAnswer, "act">;

const acts: Record<AccountAct, (asked: Asked) => Promise<Answer>> = {
  async email({ shop, signedIn, form, metadata }) {
    const hasPassword = (await readPasswordHash(shop.db, signedIn.uid)) !== null;
    const { values, errors } = validate(changeEmailForm(hasPassword), form);
    const typed = { email: form.email ?? "" };
    if (errors) return { errors, typed };
    await askEmailChange(shop, signedIn, values, metadata);
    return { done: `We sent a link to ${values.email}. Open it to confirm your new email.` };
  },

  async cancelEmail({ shop, signedIn }) {
    await cancelEmailChange(shop.db, signedIn.uid);
    return { done: "Your email stays as it is." };
  },

  async password({ shop, signedIn, form, metadata }) {
    const hasPassword = (await readPasswordHash(shop.db, signedIn.uid)) !== null;
    const { values, errors } = validate(changePasswordForm(hasPassword), form);
    if (errors) return { errors };
    await changePassword(shop, signedIn, values, metadata);
    return { done: hasPassword ? "Your password was changed." : "Your password was set." };
  },

  async download({ shop, signedIn, form, metadata }) {
    const hasPassword = (await readPasswordHash(shop.db, signedIn.uid)) !== null;
    const { values, errors } = validate(confirmForm(hasPassword), form);
    if (errors) return { errors };
    await proveIdentity(shop, signedIn, values.currentPassword, metadata);
    return { token: await createDownloadToken(shop, signedIn.uid) };
  },

  async delete({ shop, signedIn, form, metadata }) {
    const hasPassword = (await readPasswordHash(shop.db, signedIn.uid)) !== null;
    const { values, errors } = validate(confirmForm(hasPassword), form);
    if (errors) return { errors };
    await proveIdentity(shop, signedIn, values.currentPassword, metadata);
    await deleteAccount(shop, signedIn.uid);
    return { done: "Your account was deleted." };
  },

  async endSession({ shop, signedIn, form }) {
    await endSession(shop.db, signedIn.uid, form.session ?? "");
    return { done: "The browser was signed out." };
  },

  async endOtherSessions({ shop, signedIn }) {
    await endOtherSessions(shop.db, signedIn.uid, signedIn.sessionId);
    return { done: "All other browsers were signed out." };
  },
};

/** Does what a form of `/account` asks for. @returns undefined if there is no such act */
export function doAct(name: string, asked: Asked): Promise<Answer> | undefined {
  return isAct(name) ? acts[name](asked) : undefined;
}

export function isAct(name: string): name is AccountAct {
  return Object.hasOwn(acts, name);
}
