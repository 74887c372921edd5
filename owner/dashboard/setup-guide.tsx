import { Button } from "#ui/button.tsx";
import { useAccess } from "../access/use-access.ts";
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
        {open.map((item) => (
          <OpenCard key={item.title} {...item} />
        ))}
      </ul>
      {done.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {done.map((item) => (
            <DoneLine key={item.title} {...item} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function OpenCard({ title, details, services = [], operator, link, otherLink }: ChecklistItem) {
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-raised p-4 wrap-anywhere">
      <div>
        <h3 className="mb-1">{title}</h3>
        <p className="text-sm text-soft">{withWhole(details, addresses)}</p>
        {services.length > 0 && (
          <ul className="mt-2 grid gap-1 text-sm text-soft">
            {services.map(({ name, offers, signUp }) => (
              <li key={name}>
                <a href={signUp} rel="noreferrer" className="text-link">
                  {name}
                </a>
                {`: ${offers}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      {useAccess().mayOpen(link.address) ? (
        <p className="flex flex-wrap gap-3">
          {[link, ...(otherLink ? [otherLink] : [])].map(({ address, label }) => (
            <Button key={address} href={address} look="quiet">
              {label}
            </Button>
          ))}
        </p>
      ) : (
        <p className="text-sm">Ask an owner: only they can do this.</p>
      )}
      {operator && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-link">For the person who runs the server</summary>
          <p className="mt-2 text-soft">{operator.text}</p>
          {operator.lines.map((line) => (
            <code key={line} className="mt-1 block select-all">
              {withWhole(line, words)}
            </code>
          ))}
        </details>
      )}
    </li>
  );
}

const addresses = /(\S*:\/\/\S*)/;
const words = /(\S+)/;

/** Parts go to the next line whole, as long as one has room for them: an address isn't broken after its `https://`. @param parts with one group, which is a part */
function withWhole(text: string, parts: RegExp) {
  return text.split(parts).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat and never move
      <span key={index} className="inline-block max-w-full break-all">
        {piece}
      </span>
    ),
  );
}

function DoneLine({ title, details, link }: ChecklistItem) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
      <span className="text-spruce">
        <span aria-hidden>✓</span>
        <span className="sr-only">Done: </span>
      </span>
      <span className="wrap-anywhere">
        <strong className="font-medium">{`${title}.`}</strong> <span className="text-soft">{details}</span>{" "}
        {useAccess().mayOpen(link.address) && (
          <a href={link.address} className="text-link">
            {link.label}
          </a>
        )}
      </span>
    </li>
  );
}
