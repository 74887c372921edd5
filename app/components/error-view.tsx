import { Link, useLocation, useRouteError } from "react-router";
import { isUnavailable } from "../unavailable.ts";
import { MessagePage } from "./message-page.tsx";

const broken = {
  title: "Something went wrong",
  text: "We could not show this page. Your cart is safe; please try again in a moment.",
};
const unavailable = {
  title: "We will be right back",
  text: "The shop can't be reached right now. Your cart is safe, and nothing is lost; please try again in a moment.",
};

/** What is shown in place of a page that broke: no details, and two ways on. */
export function ErrorView() {
  const { pathname, search } = useLocation();
  const { title, text } = isUnavailable(useRouteError()) ? unavailable : broken;
  // Two slashes would lead to another host.
  const here = pathname.replace(/^\/+/, "/") + search;
  return (
    <MessagePage title={title}>
      <p className="text-soft">{text}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {/* Whole new requests, because what broke may be this very page's code. */}
        <Link to={here} reloadDocument className="button button-main">
          Try again
        </Link>
        <Link to="/" reloadDocument className="button button-quiet">
          Go home
        </Link>
      </p>
    </MessagePage>
  );
}
