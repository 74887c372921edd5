import { useEffect, useState, useSyncExternalStore } from "react";
import { href } from "react-router";
import { Button } from "#ui/button.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { KeptPageLinks } from "../offline/kept-page-links.tsx";
import { MessagePage } from "../page/message-page.tsx";
import { isOffline } from "../page/unavailable.ts";
import type { Route } from "./+types/offline";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "You're offline",
    description: "What you can open without a connection.",
    unlisted: true,
  });
}

/** The service worker leads here from pages that it doesn't keep, and shows this one from what it keeps. */
export default function Offline() {
  const wanted = useWantedPage();
  const isConnected = useSyncExternalStore(
    () => () => {},
    () => !isOffline(),
    () => false,
  );
  return (
    <MessagePage title={isConnected ? "We can't reach the shop" : "You're offline"}>
      <p className="text-soft">
        That page isn't saved on this device. Your cart is. Check your connection and try again.
      </p>
      <Button to={wanted} reloadDocument>
        Try again
      </Button>
      <KeptPageLinks />
    </MessagePage>
  );
}

/** The address that led here. Where this page comes from the shop itself, there is a connection, and it goes there at once. */
function useWantedPage() {
  const [wanted, setWanted] = useState<string>(href("/"));
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get("to") ?? "/";
    const { origin, pathname = "/", search = "" } = URL.parse(asked, location.origin) ?? {};
    // Two slashes would lead to another host.
    if (origin !== location.origin || pathname.startsWith("//")) return;
    setWanted(pathname + search);
    const isFromShop = document.documentElement.dataset.keptAt === undefined;
    if (isFromShop && location.search !== "") location.replace(pathname + search);
  }, []);
  return wanted;
}
