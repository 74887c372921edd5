import { optionSlug } from "./filters/option-filters.ts";

/** Options whose values are colors, in the languages of shops that we know. */
const names = new Set([
  ...["color", "colour", "farge", "farve", "farg", "farbe", "couleur", "kleur", "colore", "cor", "vari", "kolor"],
]);

const words: Record<string, string> = {
  "#16161a": "black svart sort schwarz noir zwart nero negro onyx ink jet",
  "#ffffff": "white hvit hvid vit weiss blanc wit bianco blanco snow optic-white",
  "#f6efe0": "off-white cream ivory ecru natural krem natur creme eggshell",
  "#8b8b8b": "grey gray gra grau gris grijs grigio",
  "#c9c9c9": "light-grey light-gray lysegra hellgrau silver solv silber",
  "#4a4a4d": "dark-grey dark-gray charcoal anthracite morkegra dunkelgrau antrasitt graphite slate",
  "#c62f2b": "red rod rott rot rouge rood rosso rojo cherry scarlet",
  "#6d1a2c": "burgundy bordeaux wine maroon oxblood vinrod",
  "#e97f2c": "orange oransje oranje",
  "#c4552d": "rust terracotta copper",
  "#f0c830": "yellow gul gelb jaune geel giallo amarillo lemon",
  "#c99a2e": "mustard gold gull guld ochre honey sennep",
  "#2f7d46": "green gronn grun vert groen verde",
  "#1f4a36": "dark-green forest forest-green bottle-green spruce morkegronn dunkelgrun",
  "#9dbf9e": "light-green sage mint lysegronn hellgrun",
  "#6b6b3a": "olive khaki moss oliven",
  "#2c8c8c": "teal turquoise petrol turkis",
  "#2f5fb3": "blue bla blau bleu blauw blu azul cobalt royal-blue",
  "#1e2a4a": "navy navy-blue dark-blue marine midnight marinebla morkebla dunkelblau",
  "#a9c7e8": "light-blue sky sky-blue baby-blue lysebla hellblau",
  "#44607f": "denim indigo steel-blue",
  "#7a4b9a": "purple violet lilla lila plum aubergine",
  "#c3afe0": "lavender lilac",
  "#ec9dbb": "pink rosa rose blush light-pink",
  "#d8357f": "magenta fuchsia hot-pink cerise",
  "#f29a84": "coral salmon peach apricot fersken",
  "#6d4a33": "brown brun braun marron bruin chocolate coffee walnut",
  "#b88a5a": "tan camel caramel cognac oak eik",
  "#dcc9a8": "beige sand taupe oatmeal",
};

const colors = new Map(
  Object.entries(words).flatMap(([color, names]) => names.split(" ").map((name) => [name, color] as const)),
);

/** Whether an option with this name has colors: "Colour", "Farge". */
export function isColorName(name: string) {
  return names.has(optionSlug(name));
}

/** The color (CSS) that a word names, in a few languages; undefined for other words. */
export function colorOf(value: string) {
  return colors.get(optionSlug(value));
}
