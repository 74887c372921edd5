import { Button } from "#ui/button.tsx";
import { Part } from "../screen/screen.tsx";
import type { ChecklistItem } from "./setup-checklist.server.ts";

/** What is left before the shop can open: a card each, with the way to do it, then what is done. Nothing once all is. */
export function SetupGuide({ checklist }: { checklist: ChecklistItem[] }) {
  if (checklist.length === 0) return null;
  const [done, open] = [checklist.filter(({ isDone }) => isDone), checklist.filter(({ isDone }) => !isDone)];
  return (
    <Part title="Setup guide">
      <p className="mb-4 text-soft">
        {done.length} of {checklist.length} done
      </p>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {open.map(({ title, details, line, link }) => (
          <li key={title} className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 wrap-anywhere">
            <div className="grow">
              <h3 className="mb-1">{title}</h3>
              <p className="text-sm text-soft">{details}</p>
              {line && <code className="mt-2 block text-sm select-all">{line}</code>}
            </div>
            {link && (
              <Button href={link.address} look="quiet" className="self-start">
                {link.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {done.map(({ title, details, link }) => (
            <li key={title} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
              <span className="text-spruce">
                <span aria-hidden>✓</span>
                <span className="sr-only">Done: </span>
              </span>
              <span className="wrap-anywhere">
                <strong className="font-medium">{`${title}.`}</strong> <span className="text-soft">{details}</span>{" "}
                {link && (
                  <a href={link.address} className="text-link">
                    {link.label}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
