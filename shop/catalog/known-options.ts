import { foldText } from "../text/fold-text.ts";
import { isColorName } from "./option-colors.ts";

/** A property of schema.org by which variants of a product differ. */
export interface KnownOption {
  property: "size" | "color" | "material" | "pattern";
  address: string;
}

const names: Record<Exclude<KnownOption["property"], "color">, Set<string>> = {
  size: new Set(["size", "storrelse", "storlek", "grosse", "taille", "maat", "talla", "taglia", "tamanho", "koko"]),
  material: new Set(["material", "materiale", "fabric", "cloth", "stoff", "tyg", "matiere", "materiaal", "tessuto"]),
  pattern: new Set(["pattern", "print", "monster", "muster", "motif", "patroon", "motivo"]),
};

/** The property that an option is, by its name in a few languages; undefined for other options. */
export function knownOption(name: string): KnownOption | undefined {
  if (isColorName(name)) return known("color");
  const folded = foldText(name).trim();
  for (const property of ["size", "material", "pattern"] as const)
    if (names[property].has(folded)) return known(property);
  return undefined;
}

function known(property: KnownOption["property"]) {
  return { property, address: `https://schema.org/${property}` };
}
