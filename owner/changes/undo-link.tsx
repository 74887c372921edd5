import { Link } from "react-router";

/** What can be undone of a change or an import: all, what an earlier undo left, nothing, or what is being undone. */
export type UndoState = "possible" | "in part" | "done" | "going on";

interface UndoLinkProps {
  state: UndoState;
  /** The path of the screen that undoes it. */
  to: string;
  /** What it undoes, for screen readers. */
  name: string;
}

/** The way to undo a change or an import, or why there is none. */
export function UndoLink({ state, to, name }: UndoLinkProps) {
  if (state === "done") return <span className="text-soft">Undone</span>;
  if (state === "going on") return <span className="text-soft">Being undone…</span>;
  return (
    <>
      {state === "in part" && <span className="block text-soft">Undone in part</span>}
      <Link to={to} className="text-link inline-flex min-h-11 items-center">
        {state === "in part" ? "Undo the rest" : "Undo"}
        <span className="sr-only">
          {state === "in part" ? ": " : " "}
          {name}
        </span>
      </Link>
    </>
  );
}
