import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sender } from "#shop/jobs/sender.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { ConfigError, projectFolder, readConfig } from "./config.ts";

const secret = "thirty-two characters or more of it";

/** A shop that keeps nothing on this machine, so that reading its configuration makes no folder. */
const elsewhere = { DATABASE_URL: "postgres://localhost/shop", AUTH_SECRET: secret };

test("what isn't set has its default", () => {
  expect(readConfig(elsewhere)).toEqual({
    port: 3000,
    host: undefined,
    processes: 1,
    connections: 1000,
    shopName: "Torg",
    shopUrl: "http://localhost:3000",
    dataFolder: join(projectFolder, "data"),
    databaseUrl: "postgres://localhost/shop",
    smtpUrl: undefined,
    mailFrom: undefined,
    timeZone: "Europe/Oslo",
    emailSignIn: true,
    providers: {},
    fixed: [],
    imageUploadUrl: undefined,
    imageUploadPreset: "profile-pictures",
    s3: undefined,
    viesApiUrl: "https://ec.europa.eu/taxation_customs/vies/rest-api",
    ecbRatesUrl: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml",
    allowedPrivateHosts: [],
    trustedProxies: 0,
    sharedCacheSeconds: 0,
    logLevel: "info",
    metricsToken: undefined,
    authSecret: secret,
  });
});

test("everything that is set is taken over", () => {
  const config = readConfig({
    PORT: "8080",
    HOST: "127.0.0.1",
    SHOP_NAME: "Bod",
    SHOP_URL: "https://bod.example/",
    DATA_DIR: "/srv/bod",
    DATABASE_URL: "postgres://bod:pw@db.example/bod",
    DATABASE_READ_URL: "postgres://bod:pw@copy.example/bod",
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "Bod <hei@bod.example>",
    SHOP_TIME_ZONE: "America/St_Johns",
    EMAIL_SIGN_IN: "off",
    IMAGE_UPLOAD_URL: "https://images.example/upload",
    IMAGE_UPLOAD_PRESET: "bod",
    S3_URL: "https://KEY:a%2Fb+c@s3.eu-north-1.amazonaws.com/bod/shop",
    ALLOWED_PRIVATE_HOSTS: "Images.internal:8080, [::1]:3000",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_API_URL: "https://stripe.example",
    TRUST_PROXY: "2",
    WEB_CONCURRENCY: "4",
    MAX_CONNECTIONS: "200",
    SHARED_CACHE_SECONDS: "10",
    VIES_API_URL: "https://vies.example/rest-api/",
    ECB_RATES_URL: "https://rates.example/90-days.xml",
    LOG_LEVEL: "debug",
    METRICS_TOKEN: "a-token.of+16/letters==",
    AUTH_SECRET: secret,
  });
  expect(config).toEqual({
    port: 8080,
    host: "127.0.0.1",
    processes: 4,
    connections: 200,
    shopName: "Bod",
    shopUrl: "https://bod.example",
    dataFolder: "/srv/bod",
    databaseUrl: "postgres://bod:pw@db.example/bod",
    databaseReadUrl: "postgres://bod:pw@copy.example/bod",
    smtpUrl: "smtps://mail.example",
    mailFrom: { name: "Bod", address: "hei@bod.example" },
    timeZone: "America/St_Johns",
    emailSignIn: false,
    providers: { stripe: { secretKey: "sk_test_1", webhookSecret: "whsec_1", apiUrl: "https://stripe.example" } },
    fixed: ["shopName", "timeZone", "smtpUrl", "mailFrom"],
    imageUploadUrl: "https://images.example/upload",
    imageUploadPreset: "bod",
    s3: {
      base: "https://s3.eu-north-1.amazonaws.com/bod/shop/",
      region: "eu-north-1",
      accessKeyId: "KEY",
      secretAccessKey: "a/b+c",
    },
    viesApiUrl: "https://vies.example/rest-api",
    ecbRatesUrl: "https://rates.example/90-days.xml",
    allowedPrivateHosts: ["images.internal:8080", "[::1]:3000"],
    trustedProxies: 2,
    sharedCacheSeconds: 10,
    logLevel: "debug",
    metricsToken: "a-token.of+16/letters==",
    authSecret: secret,
  });
});

test("the public address follows the port, and the sender follows the public address", () => {
  expect(readConfig({ ...elsewhere, PORT: "8080" }).shopUrl).toBe("http://localhost:8080");
  const config = readConfig({ ...elsewhere, SHOP_NAME: "Bod", SHOP_URL: "https://bod.example:8443" });
  expect(sender(config)).toEqual({ name: "Bod", address: "shop@bod.example" });
});

test("an empty variable counts as unset", async () => {
  const empty = { PORT: "", HOST: "", SHOP_NAME: "  ", DATABASE_URL: "", SMTP_URL: "", AUTH_SECRET: "" };
  const config = readConfig({ ...empty, DATA_DIR: await temporaryFolder() });
  const { port, host, shopName, databaseUrl, smtpUrl } = config;
  expect({ port, host, shopName, databaseUrl, smtpUrl }).toEqual({ port: 3000, shopName: "Torg" });
  expect(config.authSecret.length).toBeGreaterThanOrEqual(32);
});

test.each([
  ["PORT", "x", "PORT must be a number"],
  ["PORT", "3000.5", "PORT must be a number"],
  ["PORT", "-1", "PORT must be a number"],
  ["PORT", "0", "PORT must be at least 1"],
  ["PORT", "65536", "PORT must be at most 65535"],
  ["SHOP_URL", "shop.example.com", "SHOP_URL must be a URL such as https://shop.example.com"],
  ["SHOP_URL", "localhost:3000", "SHOP_URL must be a URL such as https://shop.example.com"],
  ["SHOP_URL", "https://", "SHOP_URL must be a URL such as https://shop.example.com"],
  ["SHOP_URL", "ftp://shop.example.com", "SHOP_URL must be a URL such as https://shop.example.com"],
  ["DATABASE_READ_URL", "mysql://localhost/shop", "DATABASE_READ_URL must start with postgres://"],
  ["DATABASE_URL", "mysql://localhost/shop", "DATABASE_URL must start with postgres://"],
  ["DATABASE_URL", "shop.db", "DATABASE_URL must start with postgres://"],
  ["DATABASE_URL", "postgres://local host/shop", "DATABASE_URL must be a URL"],
  ["DATABASE_URL", "postgres://one,two host/shop", "DATABASE_URL must be a URL"],
  ["DATABASE_URL", "postgres://one,,two/shop", "DATABASE_URL must be a URL"],
  [
    "DATABASE_URL",
    "postgres://one,two/shop?target_session_attrs=read-only",
    "DATABASE_URL must say target_session_attrs=read-write or any",
  ],
  ["SMTP_URL", "mail.example", "SMTP_URL must start with smtp:// or smtps://"],
  ["SMTP_URL", "smtp://mail example", "SMTP_URL must be a URL"],
  ...["Torg", "Torg <>", "shop@", "a@torg.example, b@torg.example"].map((from) => [
    "MAIL_FROM",
    from,
    "MAIL_FROM must be an email such as shop@example.com or Torg <shop@example.com>",
  ]),
  ["EMAIL_SIGN_IN", "no", "EMAIL_SIGN_IN must be on or off"],
  ["TRUST_PROXY", "yes", "TRUST_PROXY must be true, false or the number of proxies in front of the shop"],
  ["WEB_CONCURRENCY", "many", "WEB_CONCURRENCY must be a number"],
  ["WEB_CONCURRENCY", "0", "WEB_CONCURRENCY must be at least 1"],
  ["MAX_CONNECTIONS", "0", "MAX_CONNECTIONS must be at least 1"],
  ["WEB_CONCURRENCY", "65", "WEB_CONCURRENCY must be at most 64"],
  ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of debug, info, warn, error, silent"],
  ["METRICS_TOKEN", "x".repeat(15), "METRICS_TOKEN must be at least 16 characters long"],
  ["METRICS_TOKEN", "a token with spaces", "METRICS_TOKEN may only contain letters, digits and -._~+/"],
  ["SHOP_TIME_ZONE", "Oslo", "SHOP_TIME_ZONE must be a time zone such as Europe/Oslo"],
  ["SHOP_TIME_ZONE", "+01:00", "SHOP_TIME_ZONE must be a time zone such as Europe/Oslo"],
  ["SHOP_TIME_ZONE", "Europe/Oslo\n", "SHOP_TIME_ZONE must be a time zone such as Europe/Oslo"],
  ["IMAGE_UPLOAD_URL", "images", "IMAGE_UPLOAD_URL must be the URL of an image hosting service"],
  ...["10.0.0.5", "10.0.0.5:8080,", "http://10.0.0.5:8080", "::1:80"].map((hosts) => [
    "ALLOWED_PRIVATE_HOSTS",
    hosts,
    "ALLOWED_PRIVATE_HOSTS must be hosts with their ports, such as 10.0.0.5:8080,[::1]:3000",
  ]),
  [
    "STRIPE_SECRET_KEY",
    "sk_test_1",
    "STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY. It verifies Stripe events.",
  ],
  ["STRIPE_API_URL", "stripe", "STRIPE_API_URL must be a URL such as https://shop.example.com"],
  ["AUTH_SECRET", "x".repeat(31), "AUTH_SECRET must be at least 32 characters long"],
])("%s=%s is refused in one line that names it", (name, value, message) => {
  expect(() => readConfig({ ...elsewhere, [name]: value })).toThrow(new ConfigError(message));
});

test.each([
  ["post@torg.example", "", "post@torg.example"],
  ["Tea: House <Post@TORG.example>", "Tea: House", "Post@torg.example"],
  ['"Tea: \\"House\\"" <post@torg.example>', 'Tea: "House"', "post@torg.example"],
  ["I <3 te <post@te.example>", "I <3 te", "post@te.example"],
  ["Brød (Oslo) <post@brød.example>", "Brød (Oslo)", "post@xn--brd-1na.example"],
])("MAIL_FROM=%s is %j with %s", (from, name, address) => {
  expect(readConfig({ ...elsewhere, MAIL_FROM: from }).mailFrom).toEqual({ name, address });
});

// Security: 2.10.1
test("without a secret, one is made, kept for its owner alone, and found again", async () => {
  const dataFolder = join(await temporaryFolder(), "not", "there", "yet");
  const first = readConfig({ DATA_DIR: dataFolder });
  expect(first.authSecret.length).toBeGreaterThanOrEqual(32);
  expect(await readdir(dataFolder)).toEqual(["auth-secret"]);
  expect((await stat(join(dataFolder, "auth-secret"))).mode & 0o777).toBe(0o600);
  expect(readConfig({ DATA_DIR: dataFolder }).authSecret).toBe(first.authSecret);
});

test("two shops make different secrets", async () => {
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  expect(readConfig({ DATA_DIR: one }).authSecret).not.toBe(readConfig({ DATA_DIR: other }).authSecret);
});

test("a secret that is set is not written anywhere", async () => {
  const dataFolder = join(await temporaryFolder(), "data");
  expect(readConfig({ DATA_DIR: dataFolder, AUTH_SECRET: secret }).authSecret).toBe(secret);
  expect(await readdir(dataFolder)).toEqual([]);
});

test("with a database elsewhere, no data folder is made", async () => {
  const folder = await temporaryFolder();
  readConfig({ ...elsewhere, DATA_DIR: join(folder, "data") });
  expect(await readdir(folder)).toEqual([]);
});

test("a database for many processes needs a secret for all of them", async () => {
  const dataFolder = await temporaryFolder();
  const env = { DATA_DIR: dataFolder, DATABASE_URL: "postgres://localhost/shop" };
  expect(() => readConfig(env)).toThrow(/^AUTH_SECRET is required with DATABASE_URL/);
  expect(await readdir(dataFolder)).toEqual([]);
});

test("a replica needs the database of which it is one", async () => {
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_READ_URL: "postgres://localhost/shop" };
  expect(() => readConfig(env)).toThrow(/^DATABASE_READ_URL is a replica of the database in DATABASE_URL/);
});

test("a data folder that can't be made is named", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  const message = new RegExp(`^Can't write to the data folder ${file}/data: `);
  expect(() => readConfig({ DATA_DIR: join(file, "data") })).toThrow(message);
  expect(() => readConfig({ DATA_DIR: join(file, "data"), AUTH_SECRET: secret })).toThrow(message);
});

test("a data folder that is a file is named", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  const message = new ConfigError(`Can't write to the data folder ${file}: it is a file`);
  expect(() => readConfig({ DATA_DIR: file })).toThrow(message);
  expect(() => readConfig({ DATA_DIR: file, AUTH_SECRET: secret })).toThrow(message);
});

test.each(["", " ".repeat(40), "x".repeat(31)])("a kept secret that is too short is named: %j", async (kept) => {
  const dataFolder = await temporaryFolder();
  const file = join(dataFolder, "auth-secret");
  await writeFile(file, kept);
  expect(() => readConfig({ DATA_DIR: dataFolder })).toThrow(`The secret in ${file} must be at least 32 characters`);
  expect(readConfig({ DATA_DIR: dataFolder, AUTH_SECRET: secret }).authSecret).toBe(secret);
});

test("a kept secret that can't be read is named", async () => {
  const dataFolder = await temporaryFolder();
  await mkdir(join(dataFolder, "auth-secret"));
  expect(() => readConfig({ DATA_DIR: dataFolder })).toThrow(/^Can't read the secret .*auth-secret: [^\n]*$/);
});

test("a relative data folder is below where the shop was started", async () => {
  expect(readConfig({ ...elsewhere, DATA_DIR: "my/data" }).dataFolder).toBe(join(process.cwd(), "my/data"));
});

test("the configuration can't be changed", () => {
  const config = readConfig(elsewhere) as { port: number };
  expect(() => {
    config.port = 1;
  }).toThrow(TypeError);
});

test.each([
  ["true", 1],
  ["false", 0],
  ["0", 0],
  ["3", 3],
])("TRUST_PROXY=%s believes %d proxies", (value, proxies) => {
  expect(readConfig({ ...elsewhere, TRUST_PROXY: value }).trustedProxies).toBe(proxies);
});

test("whatever the environment holds, it is a configuration or told in one line that names the variable", () => {
  const value = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.integer().map(String),
    fc.constantFrom("on", "off", "true", "postgres://db/shop", "smtp://", "https://", "http://a b", "https://[::1]:1/"),
  );
  const names = ["PORT", "HOST", "SHOP_NAME", "SHOP_URL", "DATABASE_URL", "SMTP_URL", "MAIL_FROM", "EMAIL_SIGN_IN"];
  const others = [
    "TRUST_PROXY",
    "IMAGE_UPLOAD_URL",
    "IMAGE_UPLOAD_PRESET",
    "AUTH_SECRET",
    "WEB_CONCURRENCY",
    "MAX_CONNECTIONS",
    "SHOP_TIME_ZONE",
  ];
  const changes = fc.dictionary(fc.constantFrom(...names, ...others), value, { maxKeys: 4 });
  fc.assert(
    fc.property(changes, ({ DATABASE_URL, ...env }) => {
      try {
        const { shopUrl, port } = readConfig({ ...elsewhere, ...env, ...(DATABASE_URL?.trim() && { DATABASE_URL }) });
        expect(new URL(shopUrl).protocol).toMatch(/^https?:$/);
        expect(port).toBeGreaterThanOrEqual(1);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect((error as Error).message).toMatch(/^[A-Z_]+ [^\n]*$/);
      }
    }),
  );
});
