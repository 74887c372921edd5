const lettersWithoutDecomposition: Record<string, string> = {
  æ: "ae",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ß: "ss",
  þ: "th",
};

/** A word folded for comparing and sorting: lower case, without accents ("Solvène" → "solvene", "Ærfugl" → "aerfugl"). */
export function foldText(text: string) {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[æøđðłßþ]/g, (letter) => lettersWithoutDecomposition[letter] ?? letter);
}

/** A brand's slug for addresses: "Eik & Ask" → "eik-ask". A brand without letters or digits gets its code points. */
export function brandSlug(brand: string) {
  const slug = foldText(brand)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return slug || Array.from(brand, (character) => character.codePointAt(0)?.toString(16)).join("-");
}
