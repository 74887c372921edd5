import { renderToStaticMarkup } from "react-dom/server";
import { contactOf, type MailButton, type MailContent } from "../mail-content.ts";
import type { MailShop } from "../mail-shop.ts";
import { plainText } from "../mail-text.ts";
import { hairline, Layout, look, MailText, paper, Typed } from "./mail-parts.tsx";
import { Progress } from "./mail-progress.tsx";
import { Receipt } from "./mail-receipt.tsx";

/**
 * A mail's HTML. For all mail programs it is a column of at most 600 pixels, whose styles are inline. The dark colors are for programs that read style
 * sheets (Apple Mail, Outlook on phones); others darken the light ones themselves. See docs/decisions/0197.
 */
export function mailHtml(content: MailContent) {
  const { shop, title, paragraphs, preview = plainText(paragraphs[0] ?? "") } = content;
  const column = inOutlooksWidth(renderToStaticMarkup(<Column {...content} />));
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{plainText(title)}</title>
        <style>{darkColors(shop)}</style>
      </head>
      <body className="mail" style={{ margin: 0, padding: 0, backgroundColor: paper }}>
        <div style={unseen}>{preview + padding}</div>
        <Layout className="mail" width="100%" bgcolor={paper} style={{ width: "100%", backgroundColor: paper }}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React has no comments */}
          <td align="center" style={{ padding: "24px 16px 32px" }} dangerouslySetInnerHTML={{ __html: column }} />
        </Layout>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}

const unseen = {
  ...{ display: "none", maxHeight: 0, overflow: "hidden", msoHide: "all" },
  ...{ fontSize: 1, lineHeight: "1px", color: paper },
};

/** Outlook for Windows knows no `max-width`. */
function inOutlooksWidth(html: string) {
  const table = `<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="600">`;
  return `<!--[if mso]>${table}<tr><td><![endif]-->${html}<!--[if mso]></td></tr></table><![endif]-->`;
}

/** Keeps the text below out of the preview. */
const padding = "\u00a0\u200c".repeat(80);

function Column({ shop, title, progress, paragraphs, receipt, code, button, footnote, orderNumber }: MailContent) {
  const seller = [shop.name, ...shop.seller].flatMap((typed) => [{ typed }, "\n"]);
  return (
    <Layout width="100%" style={{ width: "100%", maxWidth: 600, tableLayout: "fixed" }}>
      <td {...look("large", { padding: "0 0 16px", borderBottom: hairline })} className="line">
        <ShopMark {...shop} />
      </td>
      <td {...look("ink", { padding: "28px 0", textAlign: "left" })}>
        <h1 dir="auto" {...look("heading", { margin: "0 0 16px" })}>
          <MailText text={title} />
        </h1>
        {progress && <Progress steps={progress} accent={shop.accent.light.accent} />}
        {paragraphs.map((paragraph) => (
          <p key={plainText(paragraph)} dir="auto" {...look("ink", { margin: "0 0 24px" })}>
            <MailText text={paragraph} />
          </p>
        ))}
        {receipt && <Receipt {...receipt} />}
        {code && <p {...look("large", { margin: "0 0 24px", fontSize: 36, letterSpacing: "0.15em" })}>{code}</p>}
        {button && <Button {...button} {...shop.accent.light} />}
        <p dir="auto" {...look("soft", { margin: 0 })}>
          <MailText text={footnote} links="soft" />
        </p>
      </td>
      <td {...look("soft", { padding: "16px 0 0", borderTop: hairline, textAlign: "left" })} className="soft line">
        <MailText text={[...seller, contactOf({ shop, orderNumber })]} links="soft" />
      </td>
    </Layout>
  );
}

function ShopMark({ name, url, logo }: MailShop) {
  const style = { height: 40, width: "auto", maxWidth: "100%", objectFit: "contain", border: 0 } as const;
  return (
    <a href={url} {...look("large", { textDecoration: "none" })}>
      {logo ? <img src={logo} alt={name} height={40} fetchPriority="low" style={style} /> : <Typed text={name} />}
    </a>
  );
}

/** A button in any mail program: the cell has the color, and the height is the line's, because Outlook for Windows ignores a link's padding. */
function Button({ label, link, accent, on }: MailButton & { accent: string; on: string }) {
  const { style: text } = look("ink", { padding: "0 14px", lineHeight: "48px", color: on });
  const round = { borderRadius: 24, backgroundColor: accent };
  return (
    <Layout style={{ margin: "0 0 24px" }}>
      <td className="button" align="center" {...{ bgcolor: accent }} style={{ ...text, ...round }}>
        <a href={link} className="on" style={{ ...text, display: "inline-block", textDecoration: "none" }}>
          {label}
        </a>
      </td>
    </Layout>
  );
}

function darkColors({ accent: { dark } }: MailShop) {
  return `@media (prefers-color-scheme: dark) {
.mail { background-color: #191713 !important; }
.ink { color: #F4EFE6 !important; }
.soft { color: #B9B1A3 !important; }
.line { border-color: #38332B !important; }
.done { border-color: ${dark.accent} !important; }
.button { background-color: ${dark.accent} !important; }
.on { color: ${dark.on} !important; }
}`;
}
