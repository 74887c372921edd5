import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useRevalidator } from "react-router";
import { defaultTimeZone, localeOfDays, type Regional } from "#shop/values/locale.ts";
import { useFormats } from "#ui/formats.ts";
import { shownToHeader } from "#web/shown-to.ts";
import { kindOf } from "../offline/kept-pages.ts";
import { useShop } from "../page/use-shop.ts";
import { isShownFromMemory, watchOutage } from "./outage-watch.ts";

/**
 * Says that the connection is gone, that the page is a kept one, or that the shop shows an older page without its database, at the bottom of the screen
 * until it is back; at the end of the page it covers nothing.
 */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => undefined,
  );
  const isOld = useSyncExternalStore(watchOutage, isShownFromMemory, () => false);
  useNewPageAfter(isOld);
  const kept = useKeptPage(isOnline);
  const text = isOnline === undefined ? undefined : noticeOf(isOnline, isOld, kept);
  const notice = useRoomBelowFocus(text);
  if (isOnline === undefined) return null;
  return (
    <div ref={notice} aria-live="polite">
      {text && (
        <p className="border-t border-line bg-raised px-4 py-2 text-center text-sm font-medium text-balance">{text}</p>
      )}
    </div>
  );
}

const savedCart = "Your cart is saved on this device.";

function noticeOf(isOnline: boolean, isOld: boolean, kept: string | undefined) {
  if (kept !== undefined && isOnline) return `We can't reach the shop right now. ${kept}${savedCart}`;
  if (!isOnline) return `You're offline. ${kept ?? ""}${savedCart}`;
  return isOld ? `We're having trouble, so prices and stock may be out of date. ${savedCart}` : undefined;
}

/** What has the focus is scrolled clear of the notice. @returns what holds the notice */
function useRoomBelowFocus(text: string | undefined) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const height = text && notice.current ? `${notice.current.offsetHeight}px` : "";
    document.documentElement.style.scrollPaddingBottom = height && `calc(var(--above-bar, 0px) + ${height})`;
  }, [text]);
  return notice;
}

/** Loads the page's data again once an outage is over. */
function useNewPageAfter(isOld: boolean) {
  const { revalidate } = useRevalidator();
  const wasOld = useRef(false);
  useEffect(() => {
    if (wasOld.current && !isOld) revalidate();
    wasOld.current = isOld;
  }, [isOld, revalidate]);
}

/**
 * What to say of the page that the service worker shows; undefined for one of the shop's. With a connection, the shop's own page replaces it, scripts and
 * all, as soon as it comes back or another page is opened, but not while someone types.
 */
function useKeptPage(isOnline: boolean | undefined) {
  const { pathname } = useLocation();
  const { locale } = useFormats();
  const { timeZone = defaultTimeZone } = useShop();
  const [firstPath] = useState(pathname);
  const keptAt = useSyncExternalStore(
    () => () => {},
    () => document.documentElement.dataset.keptAt,
    () => undefined,
  );
  const isElsewhere = pathname !== firstPath;
  const wasOffline = useRef(false);
  useEffect(() => {
    const isBack = wasOffline.current && isOnline;
    wasOffline.current = isOnline === false;
    if (keptAt === undefined || !isOnline || !(isBack || isElsewhere)) return;
    replaceKeptPage();
  }, [keptAt, isOnline, isElsewhere]);
  return keptAt === undefined || isElsewhere ? undefined : describeKept(pathname, Number(keptAt), { timeZone, locale });
}

/** The moment is written as the server writes moments (`formatMoment`). */
function describeKept(path: string, keptAt: number, { timeZone, locale }: Regional) {
  const day = new Intl.DateTimeFormat(localeOfDays(locale), { dateStyle: "long", timeZone }).format(keptAt);
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(keptAt);
  const seen = `as you saw it on ${day}, ${time}. `;
  const changed = "Prices and stock may have changed. ";
  const texts = {
    cart: changed,
    offline: "",
    product: `This page is ${seen}${changed}`,
    receipt: `This receipt is ${seen}`,
  };
  const kind = kindOf(path);
  return kind && texts[kind];
}

/** Not by the page of a network that asks to sign in first. */
async function replaceKeptPage() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  const isTyping = document.activeElement?.matches("input, textarea, select");
  if (answer?.headers.has(shownToHeader) && !isTyping) location.replace(location.href);
}

function watchConnection(listener: () => void) {
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
