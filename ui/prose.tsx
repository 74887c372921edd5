interface ProseProps {
  /** From `renderMarkdown`, which lets through nothing that could do harm. */
  html: string;
  className?: string;
}

/** A text that an owner wrote. */
export function Prose({ html, className = "" }: ProseProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML in the Markdown was escaped
  return <div dir="auto" className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
