import { data, type RouterContextProvider } from "react-router";
import { AccountRefusedError, changeDisabled, changeRole } from "#shop/owners/manage-account.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { hasSignedInRecently } from "./recent-sign-in.server.ts";

type Outcome = { done: string } | { refused: string; status: 403; needsSignIn: boolean };

interface Step {
  request: Request;
  context: Readonly<RouterContextProvider>;
  uid: string;
  fields: Record<string, string>;
}

/**
 * Does with an account what a form asks for, by its `step`.
 *
 * @returns what was done, or why it was not
 * @throws 400 and 404
 */
export async function takeAccountStep(step: string, given: Step): Promise<Outcome> {
  const take = Object.hasOwn(steps, step) ? steps[step as keyof typeof steps] : undefined;
  if (!take) throw data(null, 400);
  try {
    return await take(given);
  } catch (error) {
    if (error instanceof AccountRefusedError) return { refused: error.message, status: 403, needsSignIn: false };
    throw error;
  }
}

const steps = {
  disable: (given: Step) => disable(given, true),

  enable: (given: Step) => disable(given, false),

  async role({ request, context, uid, fields }: Step): Promise<Outcome> {
    const owner = context.get(ownerContext);
    if (owner.role !== "owner") throw data(null, 403);
    const role = roles.get(fields.role ?? "");
    if (role === undefined) throw data(null, 400);
    if (!(await hasSignedInRecently(request, context))) {
      return {
        refused: "Sign in again first: you signed in more than half an hour ago",
        status: 403,
        needsSignIn: true,
      };
    }
    const account = await changeRole(context.get(shopContext), uid, role || undefined, owner);
    if (!account) throw data(null, 404);
    if (!role) return { done: "The role is taken away" };
    const given = role === "owner" ? "This customer is an owner now" : "This customer is staff now";
    return { done: account.isVerified ? given : `${given}; it counts once the email is verified` };
  },
};

const roles = new Map<string, "owner" | "staff" | "">([
  ["owner", "owner"],
  ["staff", "staff"],
  ["none", ""],
]);

async function disable({ context, uid }: Step, isDisabled: boolean): Promise<Outcome> {
  if (!(await changeDisabled(context.get(shopContext), uid, isDisabled, context.get(ownerContext)))) {
    throw data(null, 404);
  }
  return {
    done: isDisabled ? "The account is disabled, and signed out everywhere" : "The account can sign in again",
  };
}
