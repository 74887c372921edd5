import { AsyncLocalStorage } from "node:async_hooks";
import { APIError, betterAuth } from "better-auth";
import type { Connection } from "#database/connect.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { passwordLengths } from "../forms/account-fields.ts";
import { networkOf } from "../limits/client-network.ts";
import { codeSignIn, codeSignInPath, type RedeemCode } from "./code-sign-in.ts";
import { passwordSignIn, passwordSignInPath } from "./password-sign-in.ts";
import { createPasswordHashing, hashingClient, rejectWeakPassword } from "./passwords.ts";
import { provenSignIn, provenSignInPath } from "./proven-sign-in.ts";
import { hasAuthenticator } from "./second-factor.ts";

export interface AccountsOptions {
  connection: Connection;
  now: () => Date;
  /** Whether customers may sign in and up with email and password. */
  emailSignIn: boolean;
  /** The shop's public address, without a slash at its end. */
  shopUrl: string;
  shopName: string;
  /** Uses an emailed code up. It is given, because accounts depend on what reads the shop. */
  redeemCode: RedeemCode;
  /** At least 32 characters: signs session cookies and verification links. */
  secret: string;
}

/** Counted from the last day on which the session was used. */
const sessionSeconds = 30 * 24 * 60 * 60;
const cookiePrefix = "torg";
/** The name of the session's cookie on plain http. */
export const sessionCookie = `${cookiePrefix}.session_token`;

/** Set only by `call`: the library never sees a browser's own headers. */
const clientAddressHeader = "x-client-address";

/** What the accounts library stores with a session. */
export interface RequestMetadata {
  headers: Headers;
  /** The client's network address, as the socket or a proxy writes it. */
  address: string;
}

/** The accounts library hashes passwords, keeps sessions and signs email links. Its endpoints aren't public; our pages call it. */
export function createAccounts(options: AccountsOptions) {
  const { connection, now, emailSignIn, shopUrl, shopName, secret, redeemCode } = options;
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
      // The library counts UTF-16 code units, of which a character has up to two.
      maxPasswordLength: 2 * passwordLengths.max,
      password: createPasswordHashing(),
    },
    databaseHooks: {
      session: {
        create: {
          async before({ userId, secondFactorAt }) {
            await refuseDisabled(connection, userId);
            if (!secondFactorAt) await refuseWithoutSecondFactor(connection, userId);
            return { data: { ...usedAt(now()), createdAt: now() } };
          },
        },
        update: { before: async () => ({ data: usedAt(now()) }) },
      },
    },
    // A leaked database contains no usable reset links. `removeExpiredTokens` cleans up, by the database's clock.
    verification: { storeIdentifier: "hashed", disableCleanup: true },
    session: {
      expiresIn: sessionSeconds,
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    rateLimit: { enabled: false },
    advanced: {
      // Browsers accept `__Host-` cookies only from this exact host, over https (RFC 6265bis, section 4.1.3.2).
      cookiePrefix: isSecure ? `__Host-${cookiePrefix}` : cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Our migrations create its tables, and a test compares the two.
      database: { validateSchema: false },
    },
    plugins: [passwordSignIn, codeSignIn(redeemCode), provenSignIn],
    telemetry: { enabled: false },
    // By default it answers 500 without the error.
    onAPIError: { throw: true },
    logger: { level: "error", log: noteOutage },
  });
}

/** The library would write this machine's time. */
function usedAt(now: Date) {
  return { updatedAt: now, expiresAt: new Date(now.getTime() + 1000 * sessionSeconds) };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Database outages during one call of the library. */
const metOutages = new AsyncLocalStorage<DatabaseUnavailableError[]>();

/** The library logs database errors, then answers with another error or even with success. */
function noteOutage(_level: string, message: string, ...details: unknown[]) {
  const outage = details.find((detail) => detail instanceof DatabaseUnavailableError);
  if (outage) metOutages.getStore()?.push(outage);
  // biome-ignore lint/suspicious/noConsole: the server's log
  else console.error(`Accounts: ${message}`, ...details);
}

/** Calls the library. @throws DatabaseUnavailableError even when the library swallowed it */
export async function rethrowOutages<Answer>(ask: () => Promise<Answer>) {
  const met: DatabaseUnavailableError[] = [];
  const [outcome] = await Promise.allSettled([metOutages.run(met, ask)]);
  if (met[0]) throw met[0];
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Whether there is a session cookie, valid or not. */
export function hasSessionCookie(cookies: string | null | undefined) {
  return cookies?.includes(sessionCookie) ?? false;
}

/**
 * What proves that someone may use the account of an email.
 *
 * @property secondFactorAt when a second factor was proved in the session that the new one replaces: milliseconds since 1970 (UTC)
 */
export type Credentials =
  | { email: string; password: string; secondFactorAt?: number | undefined }
  | { email: string; code: string };

/** An account that a second factor was proved for just now: milliseconds since 1970 (UTC). */
export interface Proven {
  uid: string;
  secondFactorAt: number;
}

/** What an account with a second factor needs besides its password or emailed code. */
export const secondFactorNeeded = "SECOND_FACTOR_NEEDED";

/** @returns the headers that set the session cookie, or an error code */
export async function signIn(
  accounts: Accounts,
  credentials: Credentials | Proven,
  metadata: RequestMetadata,
): Promise<{ headers: Headers; emailVerified: boolean; error?: undefined } | { error: string }> {
  const path = "uid" in credentials ? provenSignInPath : "code" in credentials ? codeSignInPath : passwordSignInPath;
  const answer = await call(accounts, path, credentials, metadata);
  if (!answer.ok) return { error: await errorCode(answer) };
  const { user } = (await answer.json()) as { user: { emailVerified: boolean } };
  return { headers: cookiesOf(answer), emailVerified: user.emailVerified };
}

/** @returns the headers that remove the session cookie */
export async function signOut(accounts: Accounts, metadata: RequestMetadata) {
  return cookiesOf(await call(accounts, "/sign-out", {}, metadata));
}

export async function hashPassword(accounts: Accounts, password: string) {
  const { password: hashing } = await accounts.$context;
  return hashing.hash(password);
}

/** Hashes the password that someone chooses for an account, when it is the turn of their network. @throws AccountError when it is weak */
export async function hashNewPassword(
  accounts: Accounts,
  { email, password }: { email: string; password: string },
  address: string,
) {
  rejectWeakPassword({ email, password });
  return hashingClient.run(networkOf(address), () => hashPassword(accounts, password));
}

/** Posts to one of the library's endpoints. @throws DatabaseUnavailableError */
async function call(accounts: Accounts, path: string, body: object, { headers, address }: RequestMetadata) {
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

/** Runs after the password was checked, so that strangers don't learn which accounts are disabled. */
async function refuseDisabled({ db }: Connection, userId: string) {
  const customer = await db.selectFrom("customers").select("disabledAt").where("uid", "=", userId).executeTakeFirst();
  if (customer?.disabledAt) throw new APIError("FORBIDDEN", { code: "USER_DISABLED" });
}

/** No way to sign in gets round it: each makes its session here, after the password or code was right. See docs/decisions/0338. */
async function refuseWithoutSecondFactor({ db }: Connection, userId: string) {
  if (await hasAuthenticator(db, userId)) throw new APIError("FORBIDDEN", { code: secondFactorNeeded });
}

async function errorCode(answer: Response) {
  if (answer.status === 429) return "TOO_MANY_REQUESTS";
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
  return code ?? "UNKNOWN";
}

function cookiesOf(answer: Response) {
  return new Headers(answer.headers.getSetCookie().map((cookie): [string, string] => ["set-cookie", cookie]));
}
