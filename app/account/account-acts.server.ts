import type { GenericSchema } from "valibot";
import {
  authenticatorForm,
  changeEmailForm,
  changePasswordForm,
  confirmForm,
  newPasskeyForm,
  passkeyNameForm,
} from "#shop/accounts/account-forms.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import type { RequestMetadata } from "#shop/accounts/accounts.ts";
import { askEmailChange, cancelEmailChange } from "#shop/accounts/change-email.ts";
import { changePassword } from "#shop/accounts/change-password.ts";
import {
  beginAuthenticator,
  confirmAuthenticator,
  readAuthenticatorSetUp,
  renewRecoveryCodes,
  switchSecondFactorOff,
} from "#shop/accounts/change-second-factor.ts";
import { deleteAccount } from "#shop/accounts/delete-account.ts";
import { allowDownload } from "#shop/accounts/export-data.ts";
import { addPasskey, beginPasskey, deletePasskey, renamePasskey } from "#shop/accounts/passkeys.ts";
import { proveIdentity, readPasswordHash } from "#shop/accounts/prove-identity.ts";
import { isWrongCode } from "#shop/accounts/second-step.ts";
import { signOutBrowsers } from "#shop/accounts/sessions.ts";
import { validate } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { isSure } from "../accounts/common-password.server.ts";
import type { AccountAct, AccountAnswer } from "./section.tsx";

interface Asked {
  shop: Shop;
  signedIn: { uid: string; email: string; sessionId: string; signedInAt: number };
  form: Record<string, string>;
  metadata: RequestMetadata;
}

/** @property headers that the response must carry */
type Answer = Omit<AccountAnswer, "act"> & { headers?: Headers };

/** Validates a form whose rules depend on whether there is a password to ask for. */
async function check<Form extends GenericSchema>(
  formFor: (hasPassword: boolean) => Form,
  { shop, signedIn, form }: Asked,
) {
  const hasPassword = (await readPasswordHash(shop.db, signedIn.uid)) !== null;
  return { ...validate(formFor(hasPassword), form), hasPassword };
}

/** Asks for the password alone. @returns what is wrong with the form; undefined once the customer proved who they are */
async function confirm(asked: Asked) {
  const { values, errors } = await check(confirmForm, asked);
  if (values) await proveIdentity(asked.shop, asked.signedIn, values.currentPassword, asked.metadata);
  return errors;
}

const acts: Record<AccountAct, (asked: Asked) => Promise<Answer>> = {
  async email(asked) {
    const { values, errors } = await check(changeEmailForm, asked);
    if (errors) return { errors, typed: { email: asked.form.email ?? "" } };
    await askEmailChange(asked.shop, asked.signedIn, values, asked.metadata);
    return { done: `We sent a link to ${values.email}. Open it to confirm your new email.` };
  },

  async cancelEmail({ shop, signedIn }) {
    await cancelEmailChange(shop.db, signedIn.uid);
    return { done: "Your email stays as it is." };
  },

  async password(asked) {
    const { values, errors, hasPassword } = await check(changePasswordForm, asked);
    if (errors) return { errors };
    await changePassword(asked.shop, asked.signedIn, { ...values, isSure: isSure(asked.form) }, asked.metadata);
    return { done: hasPassword ? "Your password was changed." : "Your password was set." };
  },

  async beginSecondFactor(asked) {
    const { values, errors } = await check(confirmForm, asked);
    if (errors) return { errors };
    return { setUp: await beginAuthenticator(asked.shop, asked.signedIn, values.currentPassword, asked.metadata) };
  },

  async confirmSecondFactor({ shop, signedIn, form, metadata }) {
    const setUp = await readAuthenticatorSetUp(shop, signedIn, form.token ?? "");
    const { values, errors } = validate(authenticatorForm, form);
    if (errors) return { errors, setUp };
    try {
      const confirmed = await confirmAuthenticator(shop, signedIn, { token: setUp.token, ...values }, metadata);
      return { done: "Two-step verification is on.", ...confirmed };
    } catch (error) {
      if (!isWrongCode(error)) throw error;
      return { errors: { code: accountMessage(error.code) }, setUp };
    }
  },

  async recoveryCodes(asked) {
    const { values, errors } = await check(confirmForm, asked);
    if (errors) return { errors };
    const codes = await renewRecoveryCodes(asked.shop, asked.signedIn, values.currentPassword, asked.metadata);
    return { done: "The earlier recovery codes no longer work.", recoveryCodes: codes };
  },

  async endSecondFactor(asked) {
    const { values, errors } = await check(confirmForm, asked);
    if (errors) return { errors };
    await switchSecondFactorOff(asked.shop, asked.signedIn, values.currentPassword, asked.metadata);
    return { done: "Two-step verification is off." };
  },

  async download(asked) {
    const errors = await confirm(asked);
    return errors ? { errors } : { token: await allowDownload(asked.shop, asked.signedIn) };
  },

  async delete(asked) {
    const errors = await confirm(asked);
    if (errors) return { errors };
    await deleteAccount(asked.shop, asked.signedIn.uid);
    return { done: "Your account was deleted." };
  },

  async addPasskey(asked) {
    const { values, errors } = await check(newPasskeyForm, asked);
    if (errors) return { errors, typed: { name: asked.form.name ?? "" } };
    const { shop, signedIn, metadata } = asked;
    return { creation: JSON.stringify(await beginPasskey(shop, signedIn, values.currentPassword, metadata)) };
  },

  async savePasskey({ shop, signedIn, form }) {
    const { values, errors } = validate(passkeyNameForm, form);
    if (errors) return { errors };
    await addPasskey(shop, signedIn, { ...values, answer: form.answer ?? "" });
    return { done: `You can sign in with ${values.name} now.` };
  },

  async renamePasskey({ shop, signedIn, form }) {
    const { passkey = "" } = form;
    const { values, errors } = validate(passkeyNameForm, form);
    if (errors) return { errors, passkey };
    await renamePasskey(shop.db, signedIn.uid, passkey, values.name);
    return { done: "The passkey was renamed." };
  },

  async deletePasskey(asked) {
    const { passkey = "" } = asked.form;
    const { values, errors } = await check(confirmForm, asked);
    if (errors) return { errors, passkey };
    await deletePasskey(asked.shop, asked.signedIn, { id: passkey, ...values }, asked.metadata);
    return { done: "The passkey was deleted." };
  },

  async endSession({ shop, signedIn, form }) {
    const ended = await signOut(shop, { ...signedIn, id: form.session ?? "" });
    return { done: ended > 0 ? "The browser was signed out." : "That browser was already signed out." };
  },

  async endOtherSessions({ shop, signedIn }) {
    await signOut(shop, { ...signedIn, keptId: signedIn.sessionId });
    return { done: "All other browsers were signed out." };
  },
};

function signOut({ db, now }: Shop, browsers: Parameters<typeof signOutBrowsers>[1]) {
  return db.transaction().execute((trx) => signOutBrowsers(trx, browsers, now()));
}

/** Does what a form of `/account` asks for. */
export function doAct(act: AccountAct, asked: Asked) {
  return acts[act](asked);
}

export function isAct(name: string): name is AccountAct {
  return Object.hasOwn(acts, name);
}
