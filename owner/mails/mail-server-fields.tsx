import {
  type MailServerFields,
  type Security,
  securities,
  usualPorts,
} from "#shop/mail/mail-server/mail-server-form.ts";
import { fixedBy, SelectField, type ShownForm, TextField } from "../forms/form-fields.tsx";
import { Part } from "../screen/screen.tsx";

const securityNames: Record<Security, string> = {
  starttls: "STARTTLS",
  tls: "TLS",
  none: "None",
};

export const mailServerLabels: Record<keyof MailServerFields, string> = {
  host: "Host",
  port: "Port",
  security: "Security",
  user: "User name",
  password: "Password",
  senderName: "Sender name",
  senderEmail: "Sender email",
};

interface MailServerPartsProps extends ShownForm<MailServerFields> {
  /** Whether a password is kept. */
  hasPassword: boolean;
  /** What the environment fixes, without the password; undefined where owners choose. */
  fixedServer: string | undefined;
  fixedSender: { name: string; address: string } | undefined;
  /** Whom emails come from if the owner doesn't say. */
  usualSender: { name: string; address: string };
}

/** The owner's mail server and whom emails come from. */
export function MailServerParts({ fixedServer, fixedSender, usualSender, hasPassword, ...form }: MailServerPartsProps) {
  const field = fieldsOf(form);
  return (
    <>
      <Part title="Server">
        {fixedServer === undefined ? (
          <ServerFields {...form} hasPassword={hasPassword} />
        ) : (
          <TextField
            name="fixedServer"
            label="Server"
            value={fixedServer}
            readOnly
            spellCheck={false}
            hint="Set by SMTP_URL where the shop runs, so it can't be changed here"
          />
        )}
      </Part>
      <Part title="Sender">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field("senderName")}
            placeholder={usualSender.name}
            {...(fixedSender && fixedBy("MAIL_FROM", fixedSender.name))}
          />
          <TextField
            {...field("senderEmail")}
            type="email"
            placeholder={usualSender.address.endsWith("@localhost") ? "shop@example.com" : usualSender.address}
            hint="An address that your mail server may send from"
            {...(fixedSender && fixedBy("MAIL_FROM", fixedSender.address))}
          />
        </div>
      </Part>
    </>
  );
}

function ServerFields({ hasPassword, ...form }: ShownForm<MailServerFields> & { hasPassword: boolean }) {
  const field = fieldsOf(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field("host")}
        placeholder="smtp.example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Your email provider names it. Leave it empty to keep emails in the outbox."
        className="sm:col-span-2"
      />
      <SelectField {...field("security")} hint="None is only for a server on your own machine or network">
        {securities.map((security) => (
          <option key={security} value={security}>
            {securityNames[security]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field("port")}
        inputMode="numeric"
        hint={`Usually ${usualPorts.starttls} with STARTTLS, ${usualPorts.tls} with TLS and ${usualPorts.none} without`}
      />
      <TextField {...field("user")} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      <TextField
        {...field("password")}
        type="password"
        autoComplete="new-password"
        // A refused form doesn't repeat it.
        defaultValue=""
        hint={hasPassword ? "A password is kept. Leave empty to keep it." : "Kept encrypted, and never shown again"}
      />
    </div>
  );
}

function fieldsOf({ texts, errors }: ShownForm<MailServerFields>) {
  return (name: keyof MailServerFields) => ({
    ...{ name, label: mailServerLabels[name], error: errors[name], defaultValue: texts[name] },
  });
}
