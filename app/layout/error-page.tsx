import { href, useLocation, useRouteError } from "react-router";
import { Button } from "#ui/button.tsx";
import { KeptPageLinks } from "../offline/kept-page-links.tsx";
import { MessagePage } from "../page/message-page.tsx";
import { errorText, isFormTooLarge, isOffline } from "../page/unavailable.ts";

export interface ErrorPageProps {
  /** Where to try again; by default the page's own address. */
  address?: string;
}

/** Replaces a page that failed, without details and with two links. */
export function ErrorPage(props: ErrorPageProps) {
  const { pathname, search } = useLocation();
  const error = useRouteError();
  const { title, text } = errorText(error);
  // Two slashes would lead to another host.
  const address = (props.address ?? pathname + search).replace(/^\/+/, "/");
  return (
    <MessagePage title={title}>
      <p className="text-soft">{text}</p>
      <p className="flex flex-wrap justify-center gap-3">
        {/* Whole new requests, because what broke may be this very page's code. */}
        <Button to={address} reloadDocument>
          {isFormTooLarge(error) ? "Back to the form" : "Try again"}
        </Button>
        <Button to={href("/")} reloadDocument look="quiet">
          Go home
        </Button>
      </p>
      {isOffline() && <KeptPageLinks />}
    </MessagePage>
  );
}
