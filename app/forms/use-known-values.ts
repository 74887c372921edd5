import { type RefObject, useEffect } from "react";
import { href, useLocation } from "react-router";
import { useShop } from "../page/use-shop.ts";
import { fillField } from "./fill-field.ts";

/**
 * Fills a form's empty fields with the order number in the page's address (`?order=`), and with the signed-in customer's names and email when
 * they arrive. Only in the browser: the page itself is the same for everyone, and opens without a server.
 */
export function useKnownValues(form: RefObject<HTMLFormElement | null>) {
  const isSignedIn = useShop().user !== null;
  const orderNumber = new URLSearchParams(useLocation().search).get("order");

  useEffect(() => {
    if (orderNumber) fillEmpty(form.current, { orderNumber });
  }, [form, orderNumber]);

  useEffect(() => {
    if (!isSignedIn) return;
    const controller = new AbortController();
    fetch(href("/profile/contact-details"), { signal: controller.signal })
      .then(async (answer) => answer.ok && fillEmpty(form.current, await answer.json()))
      // The form works without them.
      .catch(() => {});
    return () => controller.abort();
  }, [form, isSignedIn]);
}

function fillEmpty(form: HTMLFormElement | null, values: Record<string, string> | null) {
  for (const [name, value] of Object.entries(values ?? {})) {
    const input = form?.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.value === "") fillField(input, value);
  }
}
