import { href, Link, useLocation, useRouteError } from "react-router";
import { MessagePage } from "./message-page.tsx";
import { wordsFor } from "./unavailable.ts";

/** What is shown in place of a page that broke: no details, and two ways on. */
export function ErrorPage() {
  const { pathname, search } = useLocation();
  const { title, text } = wordsFor(useRouteError());
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
        <Link to={href("/")} reloadDocument className="button button-quiet">
          Go home
        </Link>
      </p>
    </MessagePage>
  );
}
