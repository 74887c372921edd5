/** The first that matches: browsers also name those that they want to be taken for. */
const browsers = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Vivaldi\//, "Vivaldi"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|Chromium|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
] as const;

/** What a `User-Agent` header says of a browser, in words: "Firefox on Windows". */
export function deviceOf(userAgent: string) {
  const browser = browsers.find(([shape]) => shape.test(userAgent))?.[1];
  const system = systems.find(([shape]) => shape.test(userAgent))?.[1];
  return [browser ?? "Unknown browser", system].filter(Boolean).join(" on ");
}
