import { data } from "react-router";

/** The id in an address. @throws 404 for what is no id */
export function readId(text: string) {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw data(null, 404);
  return Number(text);
}
