interface MailContent {
  title: string;
  paragraphs: string[];
  receipt?: MailReceipt;
  button: { label: string; link: string };
  footnote: string;
}

/** What was bought, in words and amounts as they are read. */
export interface MailReceipt {
  facts: [name: string, value: string][];
  lines: { title: string; note: string; amount: string }[];
  /** The total is the last. */
  sums: [name: string, amount: string][];
}

const serif = "Georgia,serif";
const soft = "font-size:14px;color:#5E5A52";
const hairline = "1px solid #E4DFD5";

/** A mail's body in the shop's look, for any mail program: one column, styles on the elements. */
export function mailHtml({ title, paragraphs, receipt, button, footnote }: MailContent) {
  const text = "font:16px/1.6 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1B1A17";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#FBF9F5;${text}">
<div style="max-width:480px;margin:0 auto">
<h1 style="font:600 28px/1.2 ${serif};margin:0 0 16px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 24px">${escapeHtml(paragraph)}</p>`).join("\n")}
${receipt ? receiptHtml(receipt) : ""}<p style="margin:0 0 24px"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 28px;border-radius:999px;background:#1E4D40;color:#FFFFFF;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0;${soft}">${escapeHtml(footnote)}</p>
</div>
</body>
</html>`;
}

/** Tables, since not every mail program lays out anything else. */
function receiptHtml({ facts, lines, sums }: MailReceipt) {
  const total = sums.length - 1;
  return `${table("")}
${facts.map(([name, value]) => row("4px 0", [`<span style="${soft}">${escapeHtml(name)}</span>`, escapeHtml(value)])).join("\n")}
</table>
${table(`margin:16px 0;border-top:${hairline};border-bottom:${hairline}`)}
${lines.map(({ title, note, amount }) => row("8px 0", [`${escapeHtml(title)}<br><span style="${soft}">${escapeHtml(note)}</span>`, escapeHtml(amount)])).join("\n")}
</table>
${table("margin:0 0 32px")}
${sums.map(([name, amount], index) => row(index === total ? `8px 0;font:600 22px/1.3 ${serif}` : "2px 0", [escapeHtml(name), escapeHtml(amount)])).join("\n")}
</table>
`;
}

function table(style: string) {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;${style}">`;
}

/** @param padding and whatever else both cells have */
function row(padding: string, [name, value]: [name: string, value: string]) {
  const cell = `vertical-align:top;padding:${padding}`;
  return `<tr><td style="${cell};padding-right:16px;overflow-wrap:anywhere">${name}</td><td style="${cell};text-align:right">${value}</td></tr>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
