import { Part } from "../screen/screen.tsx";
import type { ChecklistItem } from "./setup-checklist.server.ts";

/** What is left before the shop can open, with links to where it is done. Nothing once all steps are. */
export function SetupGuide({ checklist }: { checklist: ChecklistItem[] }) {
  if (checklist.length === 0) return null;
  return (
    <Part title="Setup guide">
      <ul className="grid gap-2">
        {checklist.map(({ title, details, isDone, link }) => (
          <li key={title} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
            {isDone ? (
              <span className="text-spruce">
                <span aria-hidden>✓</span>
                <span className="sr-only">Done: </span>
              </span>
            ) : (
              <span aria-hidden className="text-soft">
                ○
              </span>
            )}
            <span className="wrap-anywhere">
              <strong className="font-medium">{title}</strong> <span className="text-soft">{details}</span>{" "}
              {link && (
                <a href={link.address} className="text-link">
                  {link.label}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
