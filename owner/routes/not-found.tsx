import { data } from "react-router";

export function loader() {
  throw data(null, 404);
}

/** Answers 404 to POST too. */
export { loader as action };

export default function UnknownScreen() {
  return null;
}
