import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, resolve } from "node:path";
import * as v from "valibot";
import { errorCode } from "#database/error-code.ts";
import { hasKnownAttributes, isDatabaseUrl } from "#database/postgres-url.ts";
import { webAddress } from "#shop/forms/form-rules.ts";
import { safeParse } from "#shop/forms/validate.ts";
import { parseMailbox } from "#shop/mail/mailbox.ts";
import { type ProviderSettings, providerSetups } from "#shop/payments/registry.ts";
import { readS3Url } from "#shop/pictures/storage/s3-place.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { ecbRatesUrl } from "#shop/taxes/ecb-rates.ts";
import { viesApiUrl } from "#shop/taxes/vies.ts";
import { defaultTimeZone } from "#shop/values/locale.ts";
import { findTimeZone, isTimeZone } from "#shop/values/time-zones.ts";
import { diskFullMessage } from "./disk-full.ts";

/** The project's folder, from this module or from the bundle that holds it. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) as string);

/** The environment, or the data folder it names, can't be used. The message is one line for the owner. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** From the most verbose to the least. */
const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export interface Config extends ShopSettings {
  port: number;
  /** How many proxies in front of the shop are believed when they say where a request came from. */
  trustedProxies: number;
  /** undefined: all interfaces */
  host: string | undefined;
  /** How many processes answer requests. */
  processes: number;
  /** How many connections may be open at once, in all processes together. */
  connections: number;
  /** How long shared caches may keep visitors' pages; 0: not at all. */
  sharedCacheSeconds: number;
  /** The least important entries of the log that are written. */
  logLevel: LogLevel;
  /** The token that reads the metrics; without it there are none. */
  metricsToken: string | undefined;
  /** Which traces are sent to OTEL_EXPORTER_OTLP_ENDPOINT; without it none. */
  tracing:
    | { sampler: (typeof samplers)[number] /** Of all traces, for samplers of a part. */; ratio: number }
    | undefined;
}

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#general-sdk-configuration */
const samplers = [
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
  ...(["always_on", "always_off", "traceidratio"] as const),
] as const;

const minimumSecretLength = 32;
const minimumTokenLength = 16;

const databaseUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, "must start with postgres://"),
  v.check(isDatabaseUrl, "must be a URL"),
  v.check(hasKnownAttributes, "must say target_session_attrs=read-write or any"),
);

const environment = v.object({
  PORT: v.optional(numberUpTo(65535), "3000"),
  HOST: v.optional(v.string()),
  SHOP_NAME: v.optional(v.string(), "Torg"),
  SHOP_URL: v.optional(webAddress),
  DATA_DIR: v.optional(v.string(), join(projectFolder, "data")),
  DATABASE_URL: v.optional(databaseUrl),
  DATABASE_READ_URL: v.optional(databaseUrl),
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^smtps?:\/\//, "must start with smtp:// or smtps://"), v.url("must be a URL")),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const mailbox = parseMailbox(dataset.value);
        if (!mailbox) addIssue({ message: "must be an email such as shop@example.com or Torg <shop@example.com>" });
        return mailbox ?? NEVER;
      }),
    ),
  ),
  SHOP_TIME_ZONE: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, "must be a time zone such as Europe/Oslo"), v.transform(findTimeZone)),
    defaultTimeZone,
  ),
  EMAIL_SIGN_IN: v.optional(v.picklist(["on", "off"], "must be on or off"), "on"),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(true|false|\d)$/, "must be true, false or the number of proxies in front of the shop"),
      v.transform((value) => (value === "true" ? 1 : Number(value) || 0)),
    ),
    "0",
  ),
  IMAGE_UPLOAD_URL: v.optional(v.pipe(v.string(), v.url("must be the URL of an image hosting service"))),
  IMAGE_UPLOAD_PRESET: v.optional(v.string(), "profile-pictures"),
  S3_URL: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const place = readS3Url(dataset.value);
        if (typeof place === "string") addIssue({ message: place });
        return typeof place === "string" ? NEVER : place;
      }),
    ),
  ),
  VIES_API_URL: v.optional(webAddress),
  ECB_RATES_URL: v.optional(webAddress),
  ALLOWED_PRIVATE_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((hosts) =>
        hosts
          .toLowerCase()
          .split(",")
          .map((host) => host.trim()),
      ),
      v.check(
        (hosts) => hosts.every((host) => /^([a-z\d._-]+|\[[\da-f:.]+\]):\d{1,5}$/.test(host)),
        "must be hosts with their ports, such as 10.0.0.5:8080,[::1]:3000",
      ),
    ),
  ),
  AUTH_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(minimumSecretLength, `must be at least ${minimumSecretLength} characters long`)),
  ),
  WEB_CONCURRENCY: v.optional(numberUpTo(64), "1"),
  MAX_CONNECTIONS: v.optional(numberUpTo(20_000), "1000"),
  SHARED_CACHE_SECONDS: v.optional(numberUpTo(3600, 0), "0"),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(", ")}`), "info"),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.minLength(minimumTokenLength, `must be at least ${minimumTokenLength} characters long`),
      // RFC 6750, section 2.1
      v.regex(/^[\w.~+/-]+=*$/, "may only contain letters, digits and -._~+/"),
    ),
  ),
  // OpenTelemetry's library reads these itself, and others of its specification.
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webAddress),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(v.string()),
  OTEL_SERVICE_NAME: v.optional(v.string()),
  OTEL_TRACES_SAMPLER: v.optional(
    v.picklist(samplers, `must be one of ${samplers.join(", ")}`),
    "parentbased_always_on",
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d{1,9})?|1(\.0)?)$/, "must be a number from 0 to 1"), v.transform(Number)),
    "1",
  ),
});

/** The names of all variables that the shop reads. */
export const variables = [environment, ...[...providerSetups.values()].map((setup) => setup.environment)].flatMap(
  ({ entries }) => Object.keys(entries),
);

function numberUpTo(most: number, least = 1) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, "must be a number"),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );
}

/**
 * The shop's configuration from the environment, checked and frozen; nothing else reads the environment. An empty variable
 * counts as unset.
 *
 * @param isNew whether the data folder and its secret are made when they are missing
 * @throws ConfigError naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv, { isNew = true } = {}): Readonly<Config> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const read = parse(environment, set);
  const dataFolder = resolve(read.DATA_DIR);
  if (read.DATABASE_URL && !read.AUTH_SECRET) {
    throw new ConfigError("AUTH_SECRET is required with DATABASE_URL. All processes must share the same secret.");
  }
  if (read.DATABASE_READ_URL && !read.DATABASE_URL) {
    throw new ConfigError("DATABASE_READ_URL is a replica of the database in DATABASE_URL, which is unset.");
  }
  const providers = readProviders(set);
  if (!isNew) requireShop(read, dataFolder);
  if (!read.DATABASE_URL) makeDataFolder(dataFolder);
  const shopUrl = (read.SHOP_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, "");
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    processes: read.WEB_CONCURRENCY,
    connections: read.MAX_CONNECTIONS,
    trustedProxies: read.TRUST_PROXY,
    sharedCacheSeconds: read.SHARED_CACHE_SECONDS,
    logLevel: read.LOG_LEVEL,
    metricsToken: read.METRICS_TOKEN,
    tracing: read.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { sampler: read.OTEL_TRACES_SAMPLER, ratio: read.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    shopName: read.SHOP_NAME,
    shopUrl,
    dataFolder,
    databaseUrl: read.DATABASE_URL,
    databaseReadUrl: read.DATABASE_READ_URL,
    smtpUrl: read.SMTP_URL,
    emailSignIn: read.EMAIL_SIGN_IN === "on",
    imageUploadUrl: read.IMAGE_UPLOAD_URL,
    imageUploadPreset: read.IMAGE_UPLOAD_PRESET,
    s3: read.S3_URL,
    viesApiUrl: (read.VIES_API_URL ?? viesApiUrl).replace(/\/+$/, ""),
    ecbRatesUrl: read.ECB_RATES_URL ?? ecbRatesUrl,
    allowedPrivateHosts: read.ALLOWED_PRIVATE_HOSTS ?? [],
    mailFrom: read.MAIL_FROM,
    timeZone: read.SHOP_TIME_ZONE,
    providers,
    fixed: (
      [
        ["SHOP_NAME", "shopName"],
        ["SHOP_TIME_ZONE", "timeZone"],
        ["SMTP_URL", "smtpUrl"],
        ["MAIL_FROM", "mailFrom"],
      ] as const
    )
      .filter(([variable]) => variable in set)
      .map(([, setting]) => setting),
    authSecret: read.AUTH_SECRET ?? keptSecret(dataFolder),
  });
}

/** @throws ConfigError */
function parse<Schema extends v.GenericSchema>(schema: Schema, set: Record<string, unknown>): v.InferOutput<Schema> {
  const result = safeParse(schema, set);
  if (result.success) return result.output;
  throw new ConfigError(`${v.getDotPath(result.issues[0])} ${result.issues[0].message}`);
}

/** The settings of the payment providers that are set up. */
function readProviders(set: Record<string, unknown>): ProviderSettings {
  const all = [...providerSetups].map(([name, { environment }]) => [name, parse(environment, set)] as const);
  return Object.fromEntries(all.filter(([, settings]) => settings !== undefined));
}

/** @throws ConfigError before the first start */
function requireShop({ DATABASE_URL, AUTH_SECRET }: v.InferOutput<typeof environment>, folder: string) {
  const files = [...(DATABASE_URL ? [] : ["shop.db"]), ...(AUTH_SECRET ? [] : ["auth-secret"])];
  if (files.every((file) => existsSync(join(folder, file)))) return;
  throw new ConfigError(`There is no shop in ${folder} yet, which npm start makes`);
}

/** Makes the data folder, in which everything is kept unless there is a database elsewhere. */
function makeDataFolder(folder: string) {
  try {
    makeFolder(folder, 0o700);
    if (!statSync(folder).isDirectory()) throw new Error("it is a file");
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const message = `Can't write to the data folder ${folder}: ${(error as Error).message}`;
    throw new ConfigError(diskFullMessage(error, [folder]) ?? message);
  }
}

/** Node's own way to make folders with their parents never ends below /proc. */
function makeFolder(folder: string, mode?: number) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process that starts at this moment may have been first.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** Sessions and links outlive a restart, so the secret that signs them is made once. See docs/decisions/0005. */
function keptSecret(dataFolder: string) {
  const file = join(dataFolder, "auth-secret");
  if (!existsSync(file)) makeSecret(file);
  const secret = readSecret(file);
  if (secret.trim().length >= minimumSecretLength) return secret;
  const length = `must be at least ${minimumSecretLength} characters long`;
  throw new ConfigError(
    `The secret in ${file} ${length}. If you delete the file, the shop creates a new secret and everyone has to sign in again.`,
  );
}

function readSecret(file: string) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`Can't read the secret ${file}: ${(error as Error).message}`);
  }
}

/** Whole or not at all, since other processes may start at this moment; the first one's secret is everybody's. */
function makeSecret(file: string) {
  const unfinished = `${file}-${process.pid}`;
  try {
    writeFileSync(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    linkSync(unfinished, file);
    flushFolder(dirname(file));
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    const message = `Can't write the secret ${file}: ${(error as Error).message}`;
    throw new ConfigError(diskFullMessage(error, [dirname(file)]) ?? message);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** A file's name outlives a failing machine only once its folder is on the disk too. */
function flushFolder(folder: string) {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
