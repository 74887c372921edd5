import { createContext, data, href, type RouterContextProvider, redirect, useLocation } from "react-router";
import { AccountError } from "#shop/accounts/account-error.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { type RequestMetadata, signOut } from "#shop/accounts/accounts.ts";
import { readAuthenticatorState } from "#shop/accounts/authenticator.ts";
import { readEmailChange } from "#shop/accounts/change-email.ts";
import { deviceOf } from "#shop/accounts/device-name.ts";
import { readPasskeys } from "#shop/accounts/passkeys.ts";
import { readPasswordHash } from "#shop/accounts/prove-identity.ts";
import { countRecoveryCodes } from "#shop/accounts/recovery-codes.ts";
import { readOwnSession } from "#shop/accounts/session-user.ts";
import { readSessions } from "#shop/accounts/sessions.ts";
import { cartOwner } from "#shop/cart/cart-owner.ts";
import { leaveWithCart } from "#shop/checkout/cart-without-scripts.ts";
import { textFields } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Link } from "#ui/link.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { doAct, isAct } from "../account/account-acts.server.ts";
import { DeleteSection } from "../account/delete-section.tsx";
import { DownloadSection } from "../account/download-section.tsx";
import { EmailSection } from "../account/email-section.tsx";
import { PasskeysSection } from "../account/passkeys-section.tsx";
import { PasswordSection } from "../account/password-section.tsx";
import { SecondFactorSection } from "../account/second-factor-section.tsx";
import type { AccountAct, AccountAnswer } from "../account/section.tsx";
import { SessionsSection } from "../account/sessions-section.tsx";
import { isQuestion } from "../accounts/common-password.server.ts";
import { requestMetadata, requireUser } from "../accounts/session.server.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { answerForm } from "../forms/answer-form.ts";
import { formError } from "../forms/form-error.server.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/account";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Account and security",
    description: "Change your email and password, and see where you are signed in.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { uid, email, emailVerified, sessionId } = await requireSession(request, context);
  const shop = context.get(shopContext);
  const sessions = await readSessions(shop, uid, sessionId);
  return {
    email,
    keptYears: shop.settings.keptYears,
    newEmail: await readEmailChange(shop, uid),
    hasPassword: (await readPasswordHash(shop.db, uid)) !== null,
    isVerified: emailVerified,
    authenticator: await readAuthenticatorState(shop, uid),
    recoveryCodes: await countRecoveryCodes(shop.db, uid),
    passkeys: (await readPasskeys(shop.db, uid)).map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name, added: formatMoment(createdAt, shop.settings) },
      used: usedAt === null ? undefined : formatMoment(usedAt, shop.settings),
    })),
    newPasskeyName: deviceOf(request.headers.get("user-agent") ?? ""),
    sessions: sessions.map(({ id, device, isCurrent, signedInAt, usedAt }) => ({
      ...{ id, device, isCurrent },
      signedIn: formatMoment(signedInAt, shop.settings),
      used: formatMoment(usedAt, shop.settings),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = await requireSession(request, context);
  const form = textFields(await readForm(request));
  const act = form.act ?? "";
  if (!isAct(act)) throw data(null, 400);
  const shop = context.get(shopContext);
  try {
    const asked = { shop, signedIn, form, metadata: requestMetadata(request, context) };
    const { headers = new Headers(), ...answer } = await doAct(act, asked);
    if (headers.has("set-cookie")) context.set(renewedSessionContext, cookiesIn(headers));
    if (act === "delete" && answer.done) return await leave(shop, signedIn.uid, requestMetadata(request, context));
    return data<AccountAnswer>({ act, ...answer }, { status: answer.errors ? 400 : 200, headers });
  } catch (error) {
    return refusal(act, error, form);
  }
}

const fieldsOfErrors: Record<string, string> = {
  WRONG_PASSWORD: "currentPassword",
  SAME_PASSWORD: "password",
  SAME_EMAIL: "email",
};

/** What is wrong with one field is said there. */
function refusal(act: AccountAct, error: unknown, { email = "", name, passkey }: Record<string, string>) {
  const typed: Record<string, string> = name === undefined ? { email } : { name };
  if (isQuestion(error)) return data<AccountAnswer>({ act, isCommon: true }, 422);
  const field = error instanceof AccountError ? fieldsOfErrors[error.code] : undefined;
  if (error instanceof AccountError && field) {
    return data<AccountAnswer>({ act, errors: { [field]: accountMessage(error.code) }, typed, passkey }, 422);
  }
  const { data: answer, init } = formError(error, typed);
  return data<AccountAnswer>({ act, ...answer }, init ?? undefined);
}

/** The account is gone: its cookie goes too, and its cart by way of the page. */
async function leave(shop: Shop, uid: string, metadata: RequestMetadata) {
  const headers = await signOut(shop.accounts, metadata);
  const cookie = await leaveWithCart(shop, { headers: metadata.headers, user: null });
  if (cookie) headers.append("set-cookie", cookie);
  return redirect(`${href("/account/deleted")}?cart=${cartOwner(uid)}`, { headers });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Not saved", serverAction);
}

export default function Account({
  loaderData: {
    email,
    keptYears,
    newEmail,
    hasPassword,
    isVerified,
    authenticator,
    recoveryCodes,
    passkeys,
    newPasskeyName,
    sessions,
  },
  actionData,
}: Route.ComponentProps) {
  const isRequired = new URLSearchParams(useLocation().search).has("staff");
  const answerOf = (...acts: AccountAct[]): AccountAnswer | undefined => {
    if (!actionData || !("act" in actionData)) return undefined;
    return acts.includes(actionData.act) ? actionData : undefined;
  };
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
      <Link to={href("/profile")} className="text-link mb-2 inline-flex min-h-11 items-center">
        Back to profile
      </Link>
      <h1 className="mb-2 text-4xl sm:text-5xl">Account and security</h1>
      <p className="mb-8 text-soft">Your email, your password, and where you are signed in.</p>
      <EmailSection
        email={email}
        newEmail={newEmail}
        hasPassword={hasPassword}
        answer={answerOf("email", "cancelEmail")}
      />
      <PasswordSection email={email} hasPassword={hasPassword} answer={answerOf("password")} />
      <SecondFactorSection
        {...{
          hasPassword,
          isVerified,
          recoveryCodes,
          isRequired,
          authenticator,
          hasPasskey: passkeys.length > 0,
        }}
        answer={answerOf("beginSecondFactor", "confirmSecondFactor", "recoveryCodes", "endSecondFactor")}
      />
      <PasskeysSection
        {...{ passkeys, newPasskeyName, hasPassword, isVerified }}
        answer={answerOf("addPasskey", "savePasskey", "renamePasskey", "deletePasskey")}
      />
      <SessionsSection sessions={sessions} answer={answerOf("endSession", "endOtherSessions")} />
      <DownloadSection hasPassword={hasPassword} answer={answerOf("download")} />
      <DeleteSection hasPassword={hasPassword} keptYears={keptYears} answer={answerOf("delete")} />
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Error" text="We couldn't load your account. Please try again." />;
}

/** The cookies of the session that an action has begun in place of the request's, for the loader of the same request. */
const renewedSessionContext = createContext<Headers | null>(null);

function cookiesIn(headers: Headers) {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return new Headers({ cookie: pairs.join("; ") });
}

/** The customer, and the session that they ask by. @throws a redirect to the sign-in page without one */
async function requireSession(request: Request, context: Readonly<RouterContextProvider>) {
  const { uid, email, emailVerified } = requireUser(context, "account");
  const headers = context.get(renewedSessionContext) ?? request.headers;
  const session = await readOwnSession(context.get(shopContext), headers);
  if (session?.uid !== uid) throw redirect(href("/sign-in"));
  return { uid, email, emailVerified, sessionId: session.id, signedInAt: session.signedInAt };
}
