import { AsyncLocalStorage } from "node:async_hooks";
import { APIError, betterAuth } from "better-auth";
import { createEmailVerificationToken } from "better-auth/api";
import type { Connection } from "#database/connect.ts";
import { booleanValue } from "#database/engine-values.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { dropResetMails } from "../mail/mail-queue.ts";
import { passwordLengths } from "./account-fields.ts";
import { networkOf } from "./client-network.ts";
import { createPasswordHashing, hashingClient } from "./hash-passwords.ts";

export interface AccountsOptions {
  connection: Connection;
  /** Whether people may sign in and up with an email and a password. */
  emailSignIn: boolean;
  /** The shop's public address, without a slash at its end. */
  shopUrl: string;
  shopName: string;
  /** At least 32 characters: signs session cookies and verification links. */
  secret: string;
}

/** A session is kept for 30 days after the last day on which it was used. */
const sessionSeconds = 30 * 24 * 60 * 60;
const cookiePrefix = "torg";
const verificationLinkSeconds = 24 * 60 * 60;
const resetLinkSeconds = 60 * 60;

/** The library reads it from the requests that `call` makes; no visitor's request gets there with its own. */
const clientAddressHeader = "x-client-address";

/** Who asks: what the accounts library notes with a session. */
export interface Visitor {
  headers: Headers;
  /** The network address that the request came from, as the socket or a proxy writes it. */
  address: string;
}

/**
 * The accounts library: it hashes passwords, keeps sessions and signs the links in emails. Its endpoints aren't on the web;
 * the shop's own pages call it.
 */
export function createAccounts(options: AccountsOptions) {
  const { connection, emailSignIn, shopUrl, shopName, secret } = options;
  const isSecure = shopUrl.startsWith("https:");
  return betterAuth({
    appName: shopName,
    baseURL: shopUrl,
    secret,
    database: { db: connection.db, type: connection.engine },
    emailAndPassword: {
      enabled: emailSignIn,
      disableSignUp: true,
      minPasswordLength: passwordLengths.min,
      maxPasswordLength: passwordLengths.max,
      password: createPasswordHashing(),
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => resetToken.getStore()?.(token),
      onPasswordReset: ({ user }) => settleReset(connection, user),
    },
    databaseHooks: { session: { create: { before: ({ userId }) => refuseDisabled(connection, userId) } } },
    emailVerification: { expiresIn: verificationLinkSeconds, autoSignInAfterVerification: false },
    // Whoever reads the database finds no link to reset a password with.
    verification: { storeIdentifier: "hashed" },
    session: { expiresIn: sessionSeconds },
    rateLimit: { enabled: false },
    advanced: {
      // On https, by its name, browsers take the cookie from this very host alone (RFC 6265bis, section 4.1.3.2).
      cookiePrefix: isSecure ? `__Host-${cookiePrefix}` : cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // The migrations make its tables, and a test compares them with what it expects: no need to look at every start.
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    // Or else it answers with a 500 that names nothing.
    onAPIError: { throw: true },
    logger: { level: "error", log: noteOutage },
  });
}

export type Accounts = ReturnType<typeof createAccounts>;

/** The outages of the database that the library met in one call of it. */
const metOutages = new AsyncLocalStorage<DatabaseUnavailableError[]>();

/** The library logs what its database throws and answers as if something else were wrong, or as if all were well. */
function noteOutage(_level: string, message: string, ...details: unknown[]) {
  const outage = details.find((detail) => detail instanceof DatabaseUnavailableError);
  if (outage) metOutages.getStore()?.push(outage);
  // biome-ignore lint/suspicious/noConsole: the server's log
  else console.error(`Accounts: ${message}`, ...details);
}

/** Asks the library for something. @throws DatabaseUnavailableError, whatever the library makes of it */
export async function rethrowOutages<Answer>(ask: () => Promise<Answer>) {
  const met: DatabaseUnavailableError[] = [];
  const [outcome] = await Promise.allSettled([metOutages.run(met, ask)]);
  if (met[0]) throw met[0];
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Whether a request's cookies hold a session's, be it good or not. Without one, its sender is an anonymous visitor. */
export function hasSessionCookie(cookies: string | null | undefined) {
  return cookies?.includes(`${cookiePrefix}.session_token`) ?? false;
}

/**
 * Signs in with an email address and a password.
 *
 * @returns the headers that set the session's cookie, or the code of what went wrong
 */
export async function signIn(
  accounts: Accounts,
  credentials: { email: string; password: string },
  visitor: Visitor,
): Promise<{ headers: Headers; emailVerified: boolean; error?: undefined } | { error: string }> {
  const answer = await call(accounts, "/sign-in/email", credentials, visitor);
  if (!answer.ok) return { error: await errorCode(answer) };
  const { user } = (await answer.json()) as { user: { emailVerified: boolean } };
  return { headers: cookiesOf(answer), emailVerified: user.emailVerified };
}

/** Ends a session. @returns the headers that remove its cookie */
export async function signOut(accounts: Accounts, visitor: Visitor) {
  return cookiesOf(await call(accounts, "/sign-out", {}, visitor));
}

/** The token that proves, from an email, that its reader owns the address. It expires after a day. */
export async function createVerificationToken(accounts: Accounts, email: string) {
  const { secret } = await accounts.$context;
  return createEmailVerificationToken(secret, email, undefined, verificationLinkSeconds);
}

/** Marks the address in a token as verified. @returns false when the token is wrong or too old */
export async function verifyEmail(accounts: Accounts, token: string) {
  try {
    await rethrowOutages(() => accounts.api.verifyEmail({ query: { token } }));
    return true;
  } catch (error) {
    if (error instanceof APIError) return false;
    throw error;
  }
}

/** The library hands a reset's token only to a function that it was configured with: this one knows for whom it is. */
export const resetToken = new AsyncLocalStorage<(token: string) => void>();

/** Hashes a password as the accounts library will check it. */
export async function hashPassword(accounts: Accounts, password: string) {
  const { password: hashing } = await accounts.$context;
  return hashing.hash(password);
}

/** Posts to one of the library's endpoints. @throws DatabaseUnavailableError */
export async function call(accounts: Accounts, path: string, body: object, { headers, address }: Visitor) {
  const { baseURL } = await accounts.$context;
  const sent = new Headers({ "content-type": "application/json", origin: new URL(baseURL).origin });
  const client = networkOf(address);
  sent.set(clientAddressHeader, client);
  for (const name of ["cookie", "user-agent"]) {
    const value = headers.get(name);
    if (value) sent.set(name, value);
  }
  const request = new Request(`${baseURL}${path}`, { method: "POST", headers: sent, body: JSON.stringify(body) });
  return rethrowOutages(() => hashingClient.run(client, () => accounts.handler(request)));
}

/** Whoever could read the reset mail owns the address it was sent to. All other ways to reset this password end. */
async function settleReset({ db, engine }: Connection, { id, email }: { id: string; email: string }) {
  const emailVerified = booleanValue(engine, true);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("user").set({ emailVerified }).where("id", "=", id).execute();
    await trx.deleteFrom("verification").where("value", "=", id).execute();
    await dropResetMails(trx, email);
  });
}

/** Asked when the password was right, so that it tells nothing to anybody else. */
async function refuseDisabled({ db }: Connection, userId: string) {
  const customer = await db.selectFrom("customers").select("disabledAt").where("uid", "=", userId).executeTakeFirst();
  if (customer?.disabledAt) throw new APIError("FORBIDDEN", { code: "USER_DISABLED" });
}

async function errorCode(answer: Response) {
  if (answer.status === 429) return "TOO_MANY_REQUESTS";
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
  return code ?? "UNKNOWN";
}

function cookiesOf(answer: Response) {
  return new Headers(answer.headers.getSetCookie().map((cookie): [string, string] => ["set-cookie", cookie]));
}
