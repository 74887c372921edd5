import { data } from "react-router";

export function loader() {
  throw data(null, 404);
}

/** An unknown address can't be posted to either. */
export { loader as action };

export default function UnknownScreen() {
  return null;
}
