/**
 * Where countries write the postcode, by the address formats of Google's libaddressinput (https://chromium-i18n.appspot.com/ssl-address/data). In
 * those that aren't listed, it is before the city: "0155 Oslo".
 */
const afterCity = new Set(
  (
    "AS AU BB BD BH BM BN BT CA CC CO CU CX FM GU HM ID IL IN JO JP KH KY LB LS LV MH MM MN MP MT MV NF NG NP NZ PE PG PK PR PW SA SG SO TH TW " +
    "UM US VC VE VI VN"
  ).split(" "),
);
const afterComma = new Set(["CO", "LV", "MM"]);
const belowCity = new Set(
  "AC AF AI BR CN CR EG FK GB GG GI GS HN HU IE IM IO IQ IR JE KE KP KR LK NA PH PN RU SD SH SZ TA TC UA VG ZA".split(
    " ",
  ),
);

/** Whether a country's addresses have the postcode before the city. @param country its ISO 3166 code */
export function hasPostcodeFirst(country: string | null | undefined) {
  return !country || !(afterCity.has(country) || belowCity.has(country));
}

/** City and postcode as the country writes them: "0155 Oslo", "Springfield, IL 62701", or "London" above "SW1A 2AA". Either may be "". */
export function cityLines(city: string, zipCode: string, country: string | null | undefined): string[] {
  if (!city || !zipCode || (country && belowCity.has(country))) return [city, zipCode].filter(Boolean);
  if (hasPostcodeFirst(country)) return [`${zipCode} ${city}`];
  return [`${city}${country && afterComma.has(country) ? "," : ""} ${zipCode}`];
}
