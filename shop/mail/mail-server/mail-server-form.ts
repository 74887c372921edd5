import { isIP } from "node:net";
import * as v from "valibot";
import { typedText } from "../../forms/form-rules.ts";
import { formWithRules, ruleOfFields } from "../../forms/validate.ts";
import { parseEmail } from "../../values/email-address.ts";

/** How a connection is encrypted: after STARTTLS, from its first byte, or not at all. */
export const securities = ["starttls", "tls", "none"] as const;

export type Security = (typeof securities)[number];

/** RFC 8314 for the encrypted ones, RFC 5321 for the other. */
export const usualPorts: Record<Security, number> = { starttls: 587, tls: 465, none: 25 };

const mostPassword = 500;

const oneLine = (limit: number) =>
  v.pipe(
    typedText(limit),
    v.check((text) => !text.includes("\n"), "Use one line"),
  );

/** Without a zone, as `fe80::1%eth0` has one: no URL takes it. */
const isAddress = (text: string) => isIP(text) !== 0 && !text.includes("%");
const isName = (text: string) => text.split(".").every((label) => /^[a-z\d_][a-z\d_-]{0,62}$/.test(label));

const fields = v.object({
  host: v.pipe(
    oneLine(253),
    v.transform((host) => host.toLowerCase().replaceAll(/^\[|\]$/g, "")),
    v.check((host) => host === "" || isAddress(host) || isName(host), "Use a name such as smtp.example.com"),
  ),
  port: v.pipe(
    typedText(5),
    v.check((port) => port === "" || (/^\d+$/.test(port) && +port > 0 && +port < 65536), "Use a port from 1 to 65535"),
  ),
  security: v.optional(v.picklist(securities, "Choose from the list"), "starttls"),
  user: oneLine(255),
  password: v.pipe(
    v.optional(v.string(), ""),
    v.maxLength(mostPassword, `Use at most ${mostPassword} characters`),
    v.regex(/^\P{Cc}*$/u, "Use one line"),
  ),
  senderName: oneLine(100),
  senderEmail: v.pipe(
    typedText(100),
    v.check((email) => email === "" || parseEmail(email) !== undefined, "Use an email such as shop@example.com"),
  ),
});

/**
 * The owner's mail server and sender. The password is the typed one, which nothing shows again: "" keeps the saved one. Without a host there is no
 * server.
 */
export const mailServerForm = formWithRules(
  fields,
  ruleOfFields<v.InferOutput<typeof fields>>(({ host, port, user, password }) => [
    ...(host === "" && port + user + password !== "" ? [{ field: "host" as const, message: "Enter the host" }] : []),
    ...(user === "" && password !== "" ? [{ field: "user" as const, message: "Enter the user name" }] : []),
  ]),
);

export type MailServerFields = v.InferOutput<typeof mailServerForm>;

/** The server as `SMTP_URL` would name it. */
export function smtpUrlOf({ host, port, security, user }: Omit<MailServerFields, "password">, password: string) {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  const place = `${isIP(host) === 6 ? `[${host}]` : host}:${port || usualPorts[security]}`;
  if (security === "tls") return `smtps://${login}${place}`;
  return `smtp://${login}${place}?${security === "none" ? "ignoreTLS" : "requireTLS"}=true`;
}
