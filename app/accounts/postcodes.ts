import cities from "norway-postal-codes";

/** The city of a Norwegian postcode: "0155" → "Oslo". Loaded on demand, because the table weighs 23 KB gzipped. */
export function cityOf(zipCode: string) {
  return Object.hasOwn(cities, zipCode) ? toCityName(cities[zipCode] ?? "") : undefined;
}

/** "VÅLER I ØSTFOLD" → "Våler i Østfold". The City field takes no hyphens. */
function toCityName(capitals: string) {
  return capitals
    .replaceAll("-", " ")
    .toLowerCase()
    .replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/ (I|På|Og|Ved) /g, (word) => word.toLowerCase());
}
