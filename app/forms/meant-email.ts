import distance from "damerau-levenshtein";

/** Where most people have their mail, and `example.com`, by which people try a shop out. Names are long enough that no other domain is likely to be one letter away. */
const providers =
  "gmail.com googlemail.com icloud.com outlook.com hotmail.com yahoo.com protonmail.com proton.me fastmail.com yandex.com comcast.net verizon.net example.com online.no outlook.no hotmail.no yahoo.no hotmail.se outlook.se hotmail.dk outlook.dk hotmail.fr outlook.fr orange.fr wanadoo.fr hotmail.de outlook.de t-online.de hotmail.it libero.it hotmail.es outlook.es hotmail.co.uk yahoo.co.uk btinternet.com".split(
    " ",
  );

/** Providers that are one letter from another one. */
const others = ["mail.com", "email.com", "ymail.com"];

/** Endings of addresses that aren't a country's, but one letter from "com". */
const mistypedEndings = ["co", "cm", "om"];

/**
 * The address that someone probably meant: one letter was left out, added, changed or swapped in the domain of a well-known provider. See
 * docs/decisions/0428.
 *
 * @returns undefined for any other address
 */
export function meantEmail(typed: string): string | undefined {
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1).toLowerCase();
  if (at < 1 || providers.includes(domain) || others.includes(domain)) return undefined;
  const meant = providers.find((provider) => distance(domain, provider).steps === 1 && !isElsewhere(domain, provider));
  return meant && `${typed.slice(0, at)}@${meant}`;
}

/** Whether a domain is the same name in another country: "outlook.be". */
function isElsewhere(domain: string, provider: string) {
  const [name, ending = ""] = splitDomain(domain);
  return name === splitDomain(provider)[0] && ending.length === 2 && !mistypedEndings.includes(ending);
}

function splitDomain(domain: string) {
  const dot = domain.indexOf(".");
  return [domain.slice(0, dot), domain.slice(dot + 1)];
}
