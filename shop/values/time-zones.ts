import { foldText } from "../text/fold-text.ts";

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

/** The time zones by the names that are kept, each with an earlier one that people may type. */
export function listTimeZones() {
  return Intl.supportedValuesOf("timeZone")
    .map((zone): { name: string; formerName?: string } =>
      renamed[zone] ? { name: renamed[zone], formerName: zone } : { name: zone },
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The time zone of a typed name or city, now or formerly: "Europe/Oslo" for "oslo", "Europe/Kyiv" for "Kyiv" and "Kiev". What isn't one stays. */
export function findTimeZone(typed: string) {
  if (typed === "") return typed;
  if (isTimeZone(typed)) return currentName(typed);
  const city = `/${foldText(typed).replaceAll(" ", "_")}`;
  const isMeant = (name = "") => name.toLowerCase().endsWith(city);
  return listTimeZones().find(({ name, formerName }) => isMeant(name) || isMeant(formerName))?.name ?? typed;
}

/** The name that is kept of a time zone's names. */
function currentName(name: string) {
  const { timeZone } = new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions();
  return renamed[timeZone] ?? timeZone;
}
