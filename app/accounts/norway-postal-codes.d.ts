declare module "norway-postal-codes" {
  /** Cities in capitals by their four digits: "0155" → "OSLO". */
  const cities: Record<string, string>;
  export default cities;
}
