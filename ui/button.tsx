import type { ComponentPropsWithRef, MouseEvent } from "react";
import type { LinkProps } from "react-router";
import { Link } from "./link.tsx";
import { Spinner } from "./loader.tsx";

interface Looks {
  /** `main` for what a screen is there for, `quiet` for anything else. */
  look?: keyof typeof looks;
  /** Shows a spinner and does nothing, but keeps the focus. */
  busy?: boolean | undefined;
}

type ButtonProps = Looks &
  (
    | (ComponentPropsWithRef<"button"> & { to?: undefined; href?: undefined })
    | (ComponentPropsWithRef<"a"> & { to?: undefined; href: string })
    | (LinkProps & { href?: undefined })
  );

/** A button, which submits its form unless it has another `type`; with `to` or `href`, a link that looks like one. */
export function Button({ look = "main", busy, className, ...props }: ButtonProps) {
  const classes = className ? `${looks[look]} ${className}` : looks[look];
  if (props.to !== undefined) return <Link {...props} className={classes} />;
  if (props.href !== undefined) return <a {...props} className={classes} />;
  const { children, ...button } = props;
  return (
    <button type="submit" aria-disabled={busy} {...button} {...(busy && pending)} className={classes}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** Whole names: Tailwind finds the classes by them. */
const looks = { main: "button button-main", quiet: "button button-quiet" };

const pending = { onClick: (event: MouseEvent) => event.preventDefault() };
