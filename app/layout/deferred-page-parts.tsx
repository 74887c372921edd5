import { useOfflinePages } from "../offline/use-offline-pages.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { Toasts } from "./toasts.tsx";

export { ErrorPage } from "./error-page.tsx";

/** The end of every page. Its HTML works without scripts, so they load after all others. */
export function PageEnd() {
  useOfflinePages();
  return (
    <>
      <SiteFooter />
      <MobileMenu />
      {/* Toasts are above the notice, and never cover it. */}
      <div className="sticky bottom-(--above-bar,0) z-50 print:hidden">
        <Toasts />
        <OfflineNotice />
      </div>
    </>
  );
}
