/** A byte of UTF-8 after the first of a letter, read as Windows-1252 or Latin-1. */
const next = "[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";
/** Those that people don't write after a letter. */
const neverNext = "[¡¿‚„ƒˆ‹Œ€¢£¤¥¦¨¬¯µ¶¸]";

/** UTF-8 that an earlier program read in another encoding and saved. */
const twiceEncoded = new RegExp(
  [
    // Control characters, which no text has.
    "[\\u0080-\\u0084\\u0086-\\u009f]",
    // "å" became "Ã¥", "’" became "â€™".
    `[ÃÂ]${next}`,
    "â€[™œ”“¦]",
    // "Чай" became "Ð§Ð°Ð¹", "日本" became "æ—¥æœ¬". Dimensions are as they should be: 2×½.
    `(?:(?![×Ø][¼½¾])[Â-ß]${next}){2}`,
    `(?:[à-ï]${next}{2}){2}`,
    // "Škoda" became "Å koda" or "Å¡koda", "茶" became "èŒ¶", "😀" became "ðŸ˜€".
    `[ÄÅÎÏÐÑ]${neverNext}`,
    `[à-ï]${neverNext}${next}`,
    `ðŸ${next}{2}`,
    `[ÄÅ](?!’)${next}(?=\\p{Ll})`,
    // Romanian "și" became "È™i", Vietnamese "Việt" became "Viá»‡t".
    "[ÈÉ][™›](?=\\p{Ll})",
    `á[º»]${next}`,
    // "Buvē" became "BuvÄ“": a capital after a small letter, and no letter after it.
    `\\p{Ll}[Â-ÖÙ-Þ]${next}`,
    // "Чай" became "Р§Р°Р№", read as Windows-1251.
    "(?:[РС][\\u00a0-\\u00bfЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЁЄЇІіґё№єјЅѕї€‚„…†‡‰‹‘’“”•–—™›]){3}",
  ].join("|"),
  "u",
);

/** Whether letters of a text were lost or read wrongly before the file was saved. */
export function hasDamagedLetters(text: string) {
  return text.includes("\ufffd") || twiceEncoded.test(text);
}
