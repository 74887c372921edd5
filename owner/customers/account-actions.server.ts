import { data, type RouterContextProvider } from "react-router";
import { AccountError } from "#shop/accounts/account-error.ts";
import { deleteAccount } from "#shop/accounts/delete-account.ts";
import {
  AccountRefusedError,
  changeDisabled,
  changeRole,
  removeSecondFactorFor,
  signOutFor,
} from "#shop/owners/manage-account.ts";
import { UnverifiedError } from "#shop/owners/owners.ts";
import { roleName, roleOf } from "#shop/values/staff-roles.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import type { StepsOf } from "../access/acts.ts";
import { endedText } from "../staff/session-table.tsx";

type Outcome = { done: string } | { formError: string; status: 403 | 409 };

interface ActionInput {
  context: Readonly<RouterContextProvider>;
  uid: string;
  fields: Record<string, string>;
}

/**
 * Runs the account action that a form names in `step`.
 *
 * @returns a flash message or a form error
 * @throws 400 and 404
 */
export async function runAccountAction(step: string, given: ActionInput): Promise<Outcome> {
  const take = Object.hasOwn(actions, step) ? actions[step as keyof typeof actions] : undefined;
  if (!take) throw data(null, 400);
  try {
    return await take(given);
  } catch (error) {
    if (error instanceof AccountRefusedError) return { formError: error.message, status: 403 };
    if (error instanceof AccountError) return { formError: "Remove this person's role first", status: 409 };
    if (error instanceof UnverifiedError) return { formError: error.message, status: 409 };
    throw error;
  }
}

const actions = {
  disable: (given: ActionInput) => disable(given, true),

  enable: (given: ActionInput) => disable(given, false),

  async delete({ context, uid }: ActionInput): Promise<Outcome> {
    if (!(await deleteAccount(context.get(shopContext), uid, context.get(ownerContext).email))) throw data(null, 404);
    return { done: "Account deleted" };
  },

  async endSession({ context, uid, fields }: ActionInput): Promise<Outcome> {
    return signOut(context, uid, fields.session ?? "");
  },

  async endSessions({ context, uid }: ActionInput): Promise<Outcome> {
    return signOut(context, uid, undefined);
  },

  async removeSecondStep({ context, uid }: ActionInput): Promise<Outcome> {
    const isRemoved = await removeSecondFactorFor(context.get(shopContext), uid, context.get(ownerContext));
    if (isRemoved === undefined) throw data(null, 404);
    return { done: isRemoved ? "Second step removed" : "The account has no second step" };
  },

  async role({ context, uid, fields }: ActionInput): Promise<Outcome> {
    const role = roleOf(fields.role ?? "");
    if (!role && fields.role !== "none") throw data(null, 400);
    if (!(await changeRole(context.get(shopContext), uid, role, context.get(ownerContext)))) throw data(null, 404);
    return { done: role ? `Role saved: ${roleName(role)}` : "Role removed" };
  },
} satisfies Record<StepsOf<"/customers/:uid">, (given: ActionInput) => Promise<Outcome>>;

async function signOut(context: ActionInput["context"], uid: string, id: string | undefined): Promise<Outcome> {
  const ended = await signOutFor(context.get(shopContext), uid, id, context.get(ownerContext));
  if (ended === undefined) throw data(null, 404);
  return { done: endedText(ended) };
}

async function disable({ context, uid }: ActionInput, isDisabled: boolean): Promise<Outcome> {
  if (!(await changeDisabled(context.get(shopContext), uid, isDisabled, context.get(ownerContext)))) {
    throw data(null, 404);
  }
  return {
    done: isDisabled ? "Account disabled and signed out everywhere" : "Account enabled",
  };
}
