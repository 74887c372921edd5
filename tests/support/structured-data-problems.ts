import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import Validator from "@adobe/structured-data-validator";
import WebAutoExtractor from "@marbec/web-auto-extractor";

/** What Google recommends and the shop's pages leave out, each for its reason. What Google requires has no exceptions. */
const leftOut: Record<string, string[]> = {
  Product: [
    // The catalog has no count of ratings, and no reviews: docs/decisions/0046.
    ...["aggregateRating", "review"],
    // Products have no such fields.
    ...["audience", "hasCertification", "material", "mpn", "pattern", "subjectOf"],
    // Not every product has them.
    ...["brand", "description", "color", "size", "inProductGroupWithID", "isVariantOf"],
    ...["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn"],
  ],
  // A price holds until the owner changes it.
  Offer: ["priceValidUntil"],
  // Neither settings nor pages say who pays for a return, how it is sent, or what may be kept: docs/decisions/0349.
  MerchantReturnPolicy: [
    ...["returnFees", "returnMethod", "itemCondition", "refundType", "restockingFee", "returnPolicyCountry"],
    ...["returnLabelSource", "itemDefectReturnLabelSource", "customerRemorseReturnLabelSource"],
    ...["itemDefectReturnFees", "itemDefectReturnShippingFeesAmount"],
    ...["customerRemorseReturnFees", "customerRemorseReturnShippingFeesAmount"],
  ],
  // An option is for whole countries. Those for some postcodes aren't in structured data.
  DefinedRegion: ["addressRegion", "postalCode"],
};

const validator = readVocabulary().then((vocabulary) => new Validator(vocabulary));

/** What is wrong with a page's structured data, by schema.org's vocabulary and by what Google asks for, one line for each problem. */
export async function structuredDataProblems(html: string) {
  const issues = await (await validator).validate(new WebAutoExtractor({ embedSource: [] }).parse(html));
  return issues
    .filter(({ severity, path, fieldNames = [] }) => {
      const names = leftOut[path?.at(-1)?.type ?? ""] ?? [];
      return severity === "ERROR" || !fieldNames.every((name) => names.includes(name));
    })
    .map(
      ({ issueMessage, path = [] }) =>
        `${path.map(({ type, property }) => property ?? type).join(".")}: ${issueMessage}`,
    );
}

/** Schema.org's vocabulary as its JSON-LD file has it, from the types that Google makes of it. */
async function readVocabulary() {
  const types = await readFile(fileURLToPath(import.meta.resolve("schema-dts/dist/schema.d.ts")), "utf8");
  const domains = new Map<string, string[]>();
  const classes = new Map<string, string[]>();
  for (const [, name = "", kind, parents = "", body = ""] of types.matchAll(
    /^(?:export )?interface (\w+)(Base|Leaf) extends ([^{]+)\{(.*?)^\}/gms,
  )) {
    const isClass = kind === "Base" || !classes.has(name);
    if (isClass)
      classes.set(
        name,
        Array.from(parents.matchAll(/(\w+)Base\b/g), ([, parent = ""]) => parent),
      );
    for (const [, property = ""] of body.matchAll(/^ {4}"(\w+)"\?:/gm))
      domains.set(property, [...(domains.get(property) ?? []), name]);
  }
  const named = (names: string[]) => names.map((name) => ({ "@id": `schema:${name}` }));
  return {
    "@graph": [
      ...Array.from(classes, ([name, parents]) => ({
        ...{ "@id": `schema:${name}`, "@type": "rdfs:Class", "rdfs:subClassOf": named(parents) },
      })),
      ...Array.from(domains, ([name, types]) => ({
        ...{ "@id": `schema:${name}`, "@type": "rdf:Property", "schema:domainIncludes": named(types) },
      })),
    ],
  };
}
