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

/** A brand as it stands in a list's address: "Eik & Ask" → "eik-ask". */
export function brandSlug(brand: string) {
  return foldText(brand)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
