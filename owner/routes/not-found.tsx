import { data, type LoaderFunctionArgs } from "react-router";
import { refusedStatusContext } from "#web/owner-context.ts";

export function loader({ context }: LoaderFunctionArgs) {
  throw data(null, context.get(refusedStatusContext));
}

/** Answers 404 to POST too. */
export { loader as action };

export default function UnknownScreen() {
  return null;
}
