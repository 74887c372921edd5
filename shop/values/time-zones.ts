import { foldText } from "../text/fold-text.ts";
import { allCountries, countryNamed } from "./countries.ts";

/** Cities by the names that Node still lists, and those that the IANA database has since: one is kept, whichever is typed. */
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Whether browsers know this time zone, too: a name of the IANA database ("Europe/Oslo"), not an offset ("+01:00"). */
export function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}

/** A time zone by the name that is kept. */
interface TimeZone {
  name: string;
  /** An earlier one that people may type. */
  formerName?: string;
  /** The countries that have it. */
  countries: string[];
}

let listed: TimeZone[] | undefined;

/** All time zones by name. */
export function listTimeZones(): TimeZone[] {
  listed ??= Intl.supportedValuesOf("timeZone")
    .map((zone) => ({ name: renamed[zone] ?? zone, ...(renamed[zone] && { formerName: zone }) }))
    .map((zone) => ({ ...zone, countries: namesByZone().get(zone.name) ?? [] }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return listed;
}

/** TypeScript's types don't have it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones: () => string[] | undefined };

let byZone: Map<string, string[]> | undefined;

/** The names of the countries that have each time zone. */
function namesByZone() {
  if (byZone) return byZone;
  byZone = new Map();
  for (const { code, name } of allCountries())
    for (const zone of new Set(zonesIn(code))) byZone.set(zone, [...(byZone.get(zone) ?? []), name]);
  return byZone;
}

function zonesIn(country: string) {
  const locale = new Intl.Locale("und", { region: country }) as LocaleWithZones;
  return (locale.getTimeZones() ?? []).map(currentName);
}

/** The time zones of a country that was typed by its name. */
function zonesOfNamed(typed: string) {
  const country = typed.length > 3 ? countryNamed(typed) : undefined;
  return country ? [...new Set(zonesIn(country.code))] : [];
}

const mostSuggested = 6;

/** Why a text is no time zone, and which it may mean. */
export function whyNoTimeZone(typed: string) {
  const zones = zonesOfNamed(typed);
  if (zones.length === 0) return "No time zone has this name. Type your country or its largest city";
  const named = zones.slice(0, mostSuggested).join(", ");
  return `Choose one of its time zones: ${named}${zones.length > mostSuggested ? ", …" : ""}`;
}

/**
 * The time zone of a typed name or city, now or formerly: "Europe/Oslo" for "oslo", "Europe/Kyiv" for "Kyiv" and "Kiev". Also that of a country that has only one.
 * What isn't one stays.
 */
export function findTimeZone(typed: string) {
  if (typed === "") return typed;
  if (isTimeZone(typed)) return currentName(typed);
  const city = `/${foldText(typed).replaceAll(" ", "_")}`;
  const isMeant = (name = "") => name.toLowerCase().endsWith(city);
  const zone = listTimeZones().find(({ name, formerName }) => isMeant(name) || isMeant(formerName));
  const [only, ...others] = zone ? [zone.name] : zonesOfNamed(typed);
  return only !== undefined && others.length === 0 ? only : typed;
}

/** The name that is kept of a time zone's names. */
function currentName(name: string) {
  const { timeZone } = new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions();
  return renamed[timeZone] ?? timeZone;
}
