import { FormRefusedError } from "#shop/forms/form-errors.ts";
import { sender } from "#shop/jobs/sender.ts";
import { readMailServer, saveMailServer } from "#shop/mail/mail-server/mail-server.ts";
import { mailServerForm } from "#shop/mail/mail-server/mail-server-form.ts";
import { sendTestMail } from "#shop/mail/mail-server/test-mail.ts";
import type { LiveSettings } from "#shop/shop.ts";
import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { MailServerParts, mailServerLabels } from "../mails/mail-server-fields.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import { Alert } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import type { Route } from "./+types/mail-server";

const mailServer = recordForm({
  keyOf: () => "mail server",
  form: mailServerForm,
  async read({ db, settings }) {
    const { form, hasPassword, isLocked } = await readMailServer(db, settings);
    const fixedServer = settings.fixed.includes("smtpUrl") ? serverOf(settings) : undefined;
    return {
      saved: form,
      hasPassword,
      isLocked: isLocked && fixedServer === undefined,
      hasServer: settings.smtpUrl !== undefined,
      fixedServer,
      fixedSender: settings.fixed.includes("mailFrom") ? settings.mailFrom : undefined,
      usualSender: sender({ ...settings, mailFrom: undefined }),
    };
  },
  log: () => ({ kind: "settings", subject: "mail server" }),
  together: [
    ["host", "port", "security", "user", "password"],
    ["senderName", "senderEmail"],
  ],
  runs: {
    async test(shop, actor) {
      const problem = await sendTestMail(shop, actor);
      if (problem) throw new FormRefusedError({ form: problem });
      return `The mail server accepted an email to ${actor}. If it doesn't arrive, check the spam folder.`;
    },
  },
  edit: (shop, _key, fields, edit) => saveMailServer(shop, fields, edit),
  notice: ({ host }) => (host ? "Mail server saved. Send a test email to see whether it works." : "Saved"),
  list: "/mail-server",
});

/** The server that the environment names, without its password. */
function serverOf({ smtpUrl = "" }: Pick<LiveSettings, "smtpUrl">) {
  const { protocol, username, host } = new URL(smtpUrl);
  return `${protocol}//${username && `${username}@`}${host}`;
}

export const loader = mailServer.load;
export const action = mailServer.change;

export default function MailServer(screen: Route.ComponentProps) {
  const { loaderData } = screen;
  const { hasServer, isLocked, fixedServer, fixedSender } = loaderData;
  const isRead = fixedServer !== undefined && fixedSender !== undefined;
  return (
    <RecordScreen
      {...screen}
      title="Mail server"
      summary="Sends the shop's emails: receipts, replies, password resets. Without one, they stay in the outbox."
      what="the mail server"
      labels={mailServerLabels}
      layout="max-w-3xl"
      fields={(form) => (
        <>
          {isLocked && (
            <Alert id="locked">
              The password can't be read, because the shop's secret key has changed. Enter it again. Emails wait until
              then.
            </Alert>
          )}
          <MailServerParts {...form} {...loaderData} />
        </>
      )}
      buttons={isRead ? "" : <SaveBar />}
    >
      {hasServer && (
        <Part title="Test">
          <p className="mb-4 text-soft">Sends an email to your own address through the saved mail server.</p>
          <PostForm>
            <Button name="step" value="test" look="quiet">
              Send a test email
            </Button>
          </PostForm>
        </Part>
      )}
    </RecordScreen>
  );
}
