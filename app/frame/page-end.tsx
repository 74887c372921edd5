import { MobileMenu } from "./mobile-menu.tsx";
import { SiteFooter } from "./site-footer.tsx";

export { ErrorPage } from "./error-page.tsx";

/** What stands behind a page: its HTML works as it is, so its scripts come after all others. */
export function PageEnd() {
  return (
    <>
      <SiteFooter />
      <MobileMenu />
    </>
  );
}
