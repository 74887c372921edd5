import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

interface ReceivedMail {
  /** Whom the mail server was told that it comes from. */
  sender: string;
  /** Whom the mail server was asked to deliver to. */
  recipients: string[];
  mail: Email;
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

interface Login {
  user: string;
  password: string;
}

/**
 * A mail server that keeps what it receives, until it is closed. It wants the given user and password, if any.
 *
 * @param encryption with an expired certificate; none by default
 */
export async function openMailServer(login?: Login, encryption?: "tls" | "starttls") {
  const received: ReceivedMail[] = [];
  const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });
  const mailServer = {
    url: "",
    received,
    /** Whether it turns everybody away. */
    closed: false,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    /** Called with an email before the client learns that it was accepted. */
    onReceived: () => {},
    /** The codes with which it refuses recipients. */
    refused: new Map<string, number>(),
  };
  const server = new SMTPServer({
    secure: encryption === "tls",
    disabledCommands: encryption === "starttls" ? [] : ["STARTTLS"],
    // It would warn of its own certificate.
    logger: false,
    disableReverseLookup: true,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    onConnect(_session, answer) {
      answer(mailServer.closed ? refusal(421, "Closed for now") : null);
    },
    onAuth({ username, password }, _session, answer) {
      const right = username === login?.user && password === login?.password;
      answer(right ? null : new Error("Wrong user or password"), { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      const code = mailServer.refused.get(address);
      answer(code ? refusal(code, `<${address}> is refused`) : null);
    },
    onData(stream, { envelope }, answer) {
      buffer(stream)
        .then(async (bytes) => {
          const recipients = envelope.rcptTo.map(({ address }) => address);
          const sender = envelope.mailFrom ? envelope.mailFrom.address : "";
          received.push({ sender, recipients, mail: await PostalMime.parse(bytes) });
          mailServer.onReceived();
          answer();
        })
        .catch(answer);
    },
  });
  // A client that is killed breaks its connection off.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const credentials = login ? `${login.user}:${encodeURIComponent(login.password)}@` : "";
  mailServer.url = `smtp://${credentials}127.0.0.1:${port}`;
  return mailServer;
}
