import { MobileMenu } from "./mobile-menu.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { Toasts } from "./toasts.tsx";

export { ErrorPage } from "./error-page.tsx";

/** The end of every page. Its HTML works without scripts, so they load after all others. */
export function PageEnd() {
  return (
    <>
      <SiteFooter />
      <MobileMenu />
      <OfflineNotice />
      <Toasts />
    </>
  );
}
