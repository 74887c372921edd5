const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'" };

/** The values that an owner's form had when it was opened, to be sent with it: `OriginalValues`. */
export function seenOn(html: string) {
  const [, value = "{}"] = /name="original" value="([^"]*)"/.exec(html) ?? [];
  return { original: value.replaceAll(/&(quot|amp|lt|gt|#x27);/g, (_, name) => entities[name] ?? "") };
}
