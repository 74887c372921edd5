import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { availabilityOf } from "#shop/catalog/stock/availability.ts";

type Random = () => number;

const lines = [
  { category: "beauty", tags: ["skincare", "face"], nouns: ["Day Cream", "Face Serum", "Lip Balm", "Hand Soap"] },
  {
    category: "fragrances",
    tags: ["perfumes", "floral"],
    nouns: ["Eau de Parfum", "Cologne", "Travel Spray", "Parfum"],
  },
  {
    category: "furniture",
    tags: ["oak", "seating"],
    nouns: ["Armchair", "Stool", "Bookshelf", "Coffee Table", "Mirror"],
  },
  { category: "groceries", tags: ["fruits", "ripe-to-eat"], nouns: ["Apples", "Lemons", "Plums", "Kiwis"] },
  { category: "beauty", tags: ["make-up", "lips"], nouns: ["Lipstick", "Mascara", "Powder Compact", "Nail Polish"] },
  { category: "groceries", tags: ["Vegetables", "salad"], nouns: ["Tomatoes", "Cucumber", "Red Onions", "Peppers"] },
  { category: "fragrances", tags: ["home-fragrance"], nouns: ["Scented Candle", "Reed Diffuser", "Room Spray"] },
  { category: "groceries", tags: ["meat", "chilled"], nouns: ["Sirloin Steak", "Meatballs", "Sausage", "Lamb Shank"] },
  { category: "furniture", tags: ["lighting", "brass"], nouns: ["Floor Lamp", "Table Lamp", "Pendant"] },
  { category: "groceries", tags: ["pantry"], nouns: ["Coffee", "Honey", "Olive Oil", "Rye Bread", "Sea Salt"] },
] as const;

const adjectives = [
  "Wild",
  "Morning",
  "Quiet",
  "Ærlig",
  "Éclat",
  "Golden",
  "Smoked",
  "Pale",
  "Coastal",
  "Late",
  "Deep",
];
const origins = ["Birch", "Heather", "Lingonberry", "Juniper", "Spruce", "Østfold", "Ångström", "Moss", "Sea", "Stone"];
const addition = "from the small farm behind the last lighthouse, made by hand in one long day";
const largeBrands = ["Eik & Ask", "Haldera", "Fjordlys", "Solvène", "Lyng"];
const makers = ["Nord", "Sol", "Berg", "Havn", "Mo", "Vik", "Stein", "Lund"];
const sentences = [
  "Made in a small workshop by people who have done little else for thirty years.",
  "Light, plain and good company on a grey morning; it keeps for a season in a cool place.",
  "Nothing was added that doesn't have to be there, and what is there can be read on its label.",
  "It comes in a paper box that fits through most letter boxes and burns well afterwards.",
];

const sizes = ["XS", "S", "M", "L", "XL"];
const colors = ["Black", "Blue", "Red", "White"];

/**
 * Writes a catalog file of believable products, one at a time. The same count and seed give the same file, and every filter
 * keeps about the same share of the products, whatever their number.
 */
export function generateCatalog(file: string, count: number, seed = 1) {
  return pipeline(Readable.from(textOf(createRecords(count, seed))), createWriteStream(file));
}

/** Writes as many products in groups of five sizes, each with a stock and a price of its own. */
export function generateVariants(file: string, count: number) {
  return pipeline(Readable.from(textOf(createVariants(count))), createWriteStream(file));
}

function* createVariants(count: number) {
  const random = createRandom(2);
  let group = 0;
  for (const leader of createRecords(count / sizes.length, 1)) {
    // Another one for each round of categories.
    const color = colors[Math.floor(group / lines.length) % colors.length];
    for (const [index, size] of sizes.entries()) {
      const { stock, availabilityStatus } = stockOf(group * sizes.length + index, random);
      const price = index === 4 ? Math.round(leader.price * 110) / 100 : leader.price;
      const id = `product-${group * sizes.length + index + 1}`;
      yield {
        ...leader,
        id,
        price,
        stock,
        availabilityStatus,
        group: leader.id,
        options: { Size: size, Colour: color },
      };
    }
    group += 1;
  }
}

function* textOf(records: Iterable<unknown>) {
  let isFirst = true;
  for (const record of records) {
    yield `${isFirst ? "[" : ",\n"}${JSON.stringify(record)}`;
    isFirst = false;
  }
  yield "]\n";
}

function* createRecords(count: number, seed: number) {
  const random = createRandom(seed);
  for (let index = 0; index < count; index++) yield createRecord(index, count, random);
}

function createRecord(index: number, count: number, random: Random) {
  const { category, tags, nouns } = lines[index % lines.length] as (typeof lines)[number];
  const picture = `/pictures/${category}/main-800.webp`;
  const { stock, availabilityStatus } = stockOf(index, random);
  return {
    id: `product-${index + 1}`,
    title: titleOf(pick(nouns, random), index, random),
    description: Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(sentences, random)).join(" "),
    category,
    brand: brandOf(index, count, random),
    price: priceOf(index, random),
    discountPercentage: random() < 0.3 ? 5 + Math.floor(random() * 40) : 0,
    rating: Math.round(200 + random() * 300) / 100,
    stock,
    availabilityStatus,
    tags: [...tags, pick(origins, random).toLowerCase()],
    thumbnail: picture,
    images: [picture],
  };
}

/** A few, none or plenty, so that every catalog has some of each; plenty is what most have. */
function stockOf(index: number, random: Random) {
  const stock = index % 7 === 3 ? 1 + Math.floor(random() * 5) : index % 19 === 8 ? 0 : 6 + Math.floor(random() * 200);
  return { stock, availabilityStatus: availabilityOf(stock) };
}

function titleOf(noun: string, index: number, random: Random) {
  const title = `${pick(adjectives, random)} ${noun} in ${pick(origins, random)} ${1 + (index % 997)}`;
  return random() < 0.1 ? `${title}, ${addition}` : title;
}

/** A fifth has none; of the rest, half is of a few large brands, and half of makers with some fifty products each. */
function brandOf(index: number, count: number, random: Random) {
  if (index % 5 === 4) return undefined;
  if (random() < 0.5) return pick(largeBrands, random);
  const maker = Math.floor(random() * Math.max(1, count / 125));
  return `${makers[maker % makers.length]} ${1 + Math.floor(maker / makers.length)}`;
}

/** Each of the menu's price bands in turn. */
function priceOf(index: number, random: Random) {
  const [from, to] = [
    [1, 10],
    [10, 50],
    [50.01, 100],
    [100.01, 2000],
  ][Math.floor(index / 3) % 4] as [number, number];
  return Math.floor((from + random() * (to - from)) * 100) / 100;
}

function pick<Item>(items: readonly Item[], random: Random) {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Numbers from 0 to 1 that look random and are the same each time (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
