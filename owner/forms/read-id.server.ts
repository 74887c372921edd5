import { data, type Params } from "react-router";

/** The id in a screen's address; undefined where one is added. @throws 404 for what is no id */
export function readIdParam({ id }: Params) {
  return id === undefined ? undefined : readId(id);
}

/** @throws 404 for what is no id */
export function readId(text: string) {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw data(null, 404);
  return Number(text);
}
