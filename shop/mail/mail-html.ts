interface MailContent {
  title: string;
  paragraphs: string[];
  receipt?: MailReceipt;
  button: { label: string; link: string };
  footnote: string;
}

/** A receipt in words and formatted amounts. */
export interface MailReceipt {
  details: [name: string, value: string][];
  lines: { title: string; note: string; amount: string }[];
  /** The last is the total. */
  sums: [name: string, amount: string][];
}

const serif = "Georgia,serif";
const soft = "font-size:14px;color:#5E5A52";
const hairline = "1px solid #E4DFD5";

/** A mail's HTML. For all mail programs it has one column, and its styles are inline. */
export function mailHtml({ title, paragraphs, receipt, button, footnote }: MailContent) {
  const text = "font:16px/1.6 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1B1A17";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#FBF9F5;${text}">
<div style="max-width:480px;margin:0 auto">
<h1 style="font:600 28px/1.2 ${serif};margin:0 0 16px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 24px">${withBreaks(paragraph)}</p>`).join("\n")}
${receipt ? receiptHtml(receipt) : ""}<p style="margin:0 0 24px"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 28px;border-radius:999px;background:#1E4D40;color:#FFFFFF;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0;${soft}">${escapeHtml(footnote)}</p>
</div>
</body>
</html>`;
}

function receiptHtml({ details, lines, sums }: MailReceipt) {
  const detailRows = details.map(([name, value]) => row(unbroken(small(name)), escapeHtml(value), "padding:4px 0"));
  const lineRows = lines.map(({ title, note, amount }) =>
    row(`${escapeHtml(title)}<br>${small(note)}`, unbroken(escapeHtml(amount)), "padding:8px 0"),
  );
  const sumRows = sums.map(([name, amount], index) => {
    const style = index === sums.length - 1 ? `padding:8px 0;font:600 22px/1.3 ${serif}` : "padding:2px 0";
    return row(escapeHtml(name), unbroken(escapeHtml(amount)), style);
  });
  return [
    table(detailRows, "margin:0"),
    table(lineRows, `margin:16px 0;border-top:${hairline};border-bottom:${hairline}`),
    table(sumRows, "margin:0 0 32px"),
  ].join("");
}

/** Tables are nearly the only layout that all mail programs render alike. */
function table(rows: string[], style: string) {
  return `<table style="width:100%;border-collapse:collapse;${style}"><tbody>\n${rows.join("\n")}\n</tbody></table>\n`;
}

/** Line breaks stay, for lists and signatures in answers. */
function withBreaks(text: string) {
  return escapeHtml(text).replaceAll("\n", "<br>\n");
}

function row(name: string, value: string, style: string) {
  const cell = `vertical-align:top;overflow-wrap:anywhere;${style}`;
  return `<tr><th scope="row" style="font-weight:400;text-align:left;${cell};padding-right:16px">${name}</th><td style="text-align:right;${cell}">${value}</td></tr>`;
}

function unbroken(html: string) {
  return `<span style="white-space:nowrap">${html}</span>`;
}

function small(text: string) {
  return `<span style="${soft}">${escapeHtml(text)}</span>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
