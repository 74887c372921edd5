interface MailContent {
  title: string;
  paragraphs: string[];
  button: { label: string; link: string };
  footnote: string;
}

/** A mail's body in the shop's look, for any mail program: one column, styles on the elements. */
export function mailHtml({ title, paragraphs, button, footnote }: MailContent) {
  const text = "font:16px/1.6 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1B1A17";
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;background:#FBF9F5;${text}">
<div style="max-width:480px;margin:0 auto">
<h1 style="font:600 28px/1.2 Georgia,serif;margin:0 0 16px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 24px">${escapeHtml(paragraph)}</p>`).join("\n")}
<p style="margin:0 0 24px"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 28px;border-radius:999px;background:#1E4D40;color:#FFFFFF;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0;font-size:14px;color:#5E5A52">${escapeHtml(footnote)}</p>
</div>
</body>
</html>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
