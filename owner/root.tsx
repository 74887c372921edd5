import type { ReactNode } from "react";
import {
  data,
  isRouteErrorResponse,
  Link,
  Links,
  NavLink,
  Outlet,
  useLocation,
  useMatch,
  useRouteLoaderData,
} from "react-router";
import { themeAddress } from "#shop/appearance/theme-address.ts";
import { notingActs } from "#shop/changes/acts.ts";
import { keepsMails } from "#shop/mail/mail-server/keeps-mails.ts";
import type { Owner as Person } from "#shop/owners/owners.ts";
import { type MenuCounts, mostCounted, readMenuCounts } from "#shop/owners/read-waiting.ts";
import { may } from "#shop/owners/rights.ts";
import { Button } from "#ui/button.tsx";
import { FormatsContext } from "#ui/formats.ts";
import { IconLinks } from "#ui/icon-links.tsx";
import { SearchIcon } from "#ui/icons.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { isFormTooLargeContext, shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/root";
import { requireRecentSignIn } from "./access/recent-sign-in.server.ts";
import { requireRight } from "./access/require-right.server.ts";
import { requireSecondStep } from "./access/second-step.server.ts";
import { withoutBasename } from "./addresses.ts";
import styles from "./owner.css?url";
import { readFlashMessage } from "./screen/flash-message.server.ts";
import { isGroup, type MenuEntry, menuOf } from "./screen/menu.ts";
import { RegionalContext } from "./screen/regional.ts";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

/** Before any other reads the form, which is gone. */
const refuseLargeForm: Route.MiddlewareFunction = ({ context }) => {
  if (context.get(isFormTooLargeContext)) throw data(null, 413);
};

const noteActs: Route.MiddlewareFunction = (_, next) => notingActs(next);

export const middleware: Route.MiddlewareFunction[] = [
  refuseLargeForm,
  requireSecondStep,
  requireRight,
  requireRecentSignIn,
  noteActs,
];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const { email, role } = context.get(ownerContext);
  const { flashMessage, headers } = await readFlashMessage(request, context);
  // The dashboard counts them with its own.
  const isCounted = may(role, "readOrders") && withoutBasename(url.pathname) !== "/";
  const sendsUnpaid = settings.invoiceTerms?.sendsUnpaid;
  const waiting = isCounted ? await readMenuCounts(db, { sendsUnpaid }) : undefined;
  return data(
    {
      shopName: settings.shopName,
      icon: settings.appearance.icon,
      accent: settings.appearance.accent,
      theme: themeAddress(settings.appearance),
      formats: { currency: settings.currency, locale: settings.locale },
      timeZone: settings.timeZone,
      email,
      role,
      waiting,
      keepsMails: keepsMails(settings),
      flashMessage,
    },
    { headers },
  );
}

const menuId = "admin-menu";

const way =
  "rounded-full px-3 py-2 whitespace-nowrap text-soft hover:text-ink [&[aria-current]]:font-semibold [&[aria-current]]:text-spruce";

/** A document that React never hydrates: every screen works with links and forms. `entry.client.ts` adds small enhancements. */
export function Layout({ children }: { children: ReactNode }) {
  const shop = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {/* Without them, as where the loader failed, browsers ask for the shop's icon themselves. */}
        {shop && <IconLinks shopName={shop.shopName} icon={shop.icon} accent={shop.accent} />}
        <Links />
        {shop?.theme && <link rel="stylesheet" href={shop.theme} />}
      </head>
      <body className="flex min-h-dvh flex-col">
        <Button href="#main" className="skip-link">
          Skip to content
        </Button>
        {children}
      </body>
    </html>
  );
}

export default function Owner({ loaderData: { formats, timeZone, ...signedIn } }: Route.ComponentProps) {
  return (
    <>
      <Header {...signedIn} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page grow px-4 pt-6 pb-16 outline-none sm:px-6">
        <FormatsContext value={formats}>
          <RegionalContext value={{ locale: formats.locale, timeZone }}>
            <Outlet />
          </RegionalContext>
        </FormatsContext>
      </main>
    </>
  );
}

interface HeaderProps {
  shopName: string;
  /** Of who is signed in. */
  email: string;
  role: Person["role"];
  /** Undefined for those who may not know, and on the dashboard, which has them. */
  waiting: MenuCounts | undefined;
}

/** The shop's name, the menu, and who is signed in. */
function Header({ shopName, email, role, waiting }: HeaderProps) {
  const { pathname } = useLocation();
  const counts = useRouteLoaderData<Pick<HeaderProps, "waiting">>("routes/dashboard")?.waiting ?? waiting;
  const entries = menuOf(role);
  const shown = entries.find(({ screens }) =>
    screens.some(({ to }) => to !== "/" && `${pathname}/`.startsWith(`${to}/`)),
  );
  const group = shown && isGroup(shown) ? shown : undefined;
  return (
    <header className="border-b border-line bg-paper print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6 xl:flex-nowrap">
        <Button type="button" popoverTarget={menuId} look="quiet" className="px-4 text-sm lg:hidden">
          Menu
        </Button>
        <a
          href="/"
          title={shopName}
          // Where the menu needs the room, a long name is cut first.
          className="mr-2 min-w-0 max-w-52 truncate font-display text-2xl font-semibold tracking-tight xl:min-w-20 xl:shrink-1000"
        >
          {shopName}
        </a>
        <nav id={menuId} popover="auto" aria-label="Admin" className="admin-menu">
          <ul className="text-sm lg:-mx-2 lg:flex lg:flex-wrap">
            {entries.map((entry) => (
              <li key={entry.label} className={entry.waits && "flex items-center"}>
                <MenuLink to={entry.to} label={entry.label} hasCurrentScreen={entry === group} />
                {entry.waits && <WaitingCount count={counts?.[entry.waits[0]]} name={entry.waits[1]} />}
                {isGroup(entry) && <GroupInMenu screens={entry.screens} />}
              </li>
            ))}
          </ul>
        </nav>
        <form
          method="post"
          action="/sign-out"
          className="ml-auto flex flex-wrap items-center justify-end gap-3 text-sm xl:shrink-0 xl:flex-nowrap"
        >
          <span className="hidden max-w-44 truncate text-soft sm:inline lg:hidden min-[100rem]:inline">{email}</span>
          <Button
            type="button"
            look="quiet"
            hidden
            data-with-scripts
            data-open-finder
            aria-label="Find anything"
            aria-keyshortcuts="Control+K Meta+K"
            title="Find anything (Ctrl+K)"
            // Where the whole menu only just fits, it would take a second row.
            className="px-3 lg:max-xl:hidden"
          >
            <SearchIcon />
          </Button>
          <Button look="quiet" className="px-4" title={email}>
            Sign out
          </Button>
        </form>
      </div>
      {group && (
        <nav aria-label={group.label} className="hidden border-t border-line lg:block">
          <ul className="mx-auto flex max-w-page flex-wrap px-1 text-sm sm:px-3">
            {group.screens.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} className={`inline-block ${way}`}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}

/** The screens of an entry, below it on small windows. */
function GroupInMenu({ screens }: Pick<MenuEntry, "screens">) {
  return (
    <ul className="ml-4 border-l border-line lg:hidden">
      {screens.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} className={`block py-3 ${way}`}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

interface MenuLinkProps {
  to: string;
  label: string;
  /** Whether it leads to a group of screens, and one of them is shown. */
  hasCurrentScreen: boolean;
}

function MenuLink({ to, label, hasCurrentScreen }: MenuLinkProps) {
  const isShown = useMatch({ path: to, end: to === "/" }) !== null;
  const current = isShown ? "page" : hasCurrentScreen ? "true" : undefined;
  return (
    <Link to={to} aria-current={current} className={`block max-lg:py-3 lg:inline-block lg:px-2 ${way}`}>
      {label}
    </Link>
  );
}

/** How many wait, beside the link: its name stays the screen's. */
function WaitingCount({ count = 0, name }: { count: number | undefined; name: string }) {
  return (
    count > 0 && (
      <span className="-ml-1.5 rounded-full lg:mr-1 lg:-ml-1 bg-spruce/12 px-1.5 text-xs font-semibold text-spruce tabular-nums">
        {count === mostCounted ? `${mostCounted}+` : count}
        <span className="sr-only"> {name}</span>
      </span>
    )
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  // Not there when loaders were left out, as for someone who may not be here, or failed.
  const signedIn = useRouteLoaderData<typeof loader>("root");
  const isTooLarge = isRouteErrorResponse(error) && error.status === 413;
  const [title, text] = isRouteErrorResponse(error)
    ? (answers[error.status] ?? ["Something went wrong", "We couldn't complete this action."])
    : ["Something went wrong", "We couldn't complete this action. See the server log for details."];
  return (
    <>
      {signedIn && <Header {...signedIn} />}
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page grow px-4 py-16 outline-none sm:px-6">
        <title>{title}</title>
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 mb-6 text-soft">{text}</p>
        <Button href={isTooLarge ? `/owner${pathname}${search}` : "/owner"}>
          {isTooLarge ? "Back to the form" : "Back to dashboard"}
        </Button>
      </main>
    </>
  );
}

const answers: Record<number, [title: string, text: string]> = {
  400: ["Invalid request", "Nothing was changed. Go back and try again."],
  403: ["Not allowed", "Your role doesn't include this. Ask an owner to do it, or to change your role."],
  409: ["A backup is already being made", "Wait until it has been downloaded, then try again."],
  404: ["Page not found", "The address may be wrong, or the page was removed."],
  413: [
    "That's too much at once",
    "Nothing was changed. Press Back in your browser to see what you typed, then shorten it or choose fewer or smaller files.",
  ],
  503: ["The shop is unavailable", "Nothing was changed. Try again in a moment."],
};
