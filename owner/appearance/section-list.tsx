import type { ReactNode } from "react";
import {
  orderSections,
  type Section,
  type SectionChange,
  sections,
  writeOrder,
} from "#shop/appearance/home-sections.ts";
import { Button } from "#ui/button.tsx";
import { ChevronIcon, CloseIcon } from "#ui/icons.tsx";

interface SectionListProps {
  names: Record<Section, string>;
  /** The form's values. */
  texts: Partial<Record<string, string>>;
  /** Sections that the home page leaves out; `edit-appearance.ts` follows what is typed. */
  empty: Section[];
  /** Why. */
  missing: Record<Section, string>;
  /** Sections whose fields are shown. */
  opened: Section[];
  fieldsOf: (section: Section) => ReactNode;
}

/**
 * The sections of the home page, each with its fields, and those that can be added. Every button posts the form, which comes back with the change;
 * `arrange-sections.ts` makes the same change on the screen, and moves sections by dragging.
 */
export function SectionList({ names, texts, empty, missing, opened, fieldsOf }: SectionListProps) {
  const order = orderSections(texts.sectionOrder ?? "");
  const isShown = (section: Section) => Boolean(texts[`${section}Shown`]);
  const shown = order.filter(isShown);
  return (
    <div data-sections>
      <input type="hidden" name="sectionOrder" value={writeOrder(order)} data-usual={sections.join(", ")} />
      <ol className="rounded-xl border border-line *:not-last:border-b *:not-last:border-line">
        {order.map((section) => (
          <li key={section} data-section={section} hidden={!isShown(section)} className="relative">
            <input type="hidden" name={`${section}Shown`} value={isShown(section) ? "on" : ""} />
            <div className="absolute top-0.5 right-1 flex">
              <Step change="up" section={section} name={names[section]} isOff={section === shown[0]}>
                ↑
              </Step>
              <Step change="down" section={section} name={names[section]} isOff={section === shown.at(-1)}>
                ↓
              </Step>
              <Step change="remove" section={section} name={names[section]}>
                <CloseIcon className="size-4" />
              </Step>
            </div>
            <details open={opened.includes(section)} className="group/section">
              <summary
                data-drag
                className="flex min-h-12 cursor-pointer list-none items-center gap-2 pr-36 pl-3 font-medium"
              >
                <ChevronIcon className="size-4 shrink-0 text-soft not-group-open/section:-rotate-90" />
                <span className="py-2">
                  <span data-name>{names[section]}</span>
                  <small
                    data-missing={section}
                    hidden={!empty.includes(section)}
                    className="block text-sm font-normal text-soft"
                  >
                    {missing[section]}
                  </small>
                </span>
              </summary>
              <div className="grid gap-4 px-3 pt-1 pb-5">{fieldsOf(section)}</div>
            </details>
          </li>
        ))}
      </ol>
      <p role="status" data-sections-status className="sr-only" />
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="mb-2 text-sm font-medium">Add a section</legend>
        {order
          .toSorted((one, other) => names[one].localeCompare(names[other]))
          .map((section) => (
            <Button
              key={section}
              {...stepOf("add", section)}
              look="quiet"
              hidden={isShown(section)}
              className="px-4 text-sm"
            >
              + {names[section]}
            </Button>
          ))}
      </fieldset>
    </div>
  );
}

const verbs: Record<SectionChange, string> = { up: "Move up", down: "Move down", remove: "Remove", add: "Add" };

interface StepProps {
  change: SectionChange;
  section: Section;
  name: string;
  isOff?: boolean;
  children: ReactNode;
}

function Step({ change, section, name, isOff, children }: StepProps) {
  return (
    <button
      type="submit"
      {...stepOf(change, section)}
      aria-label={`${verbs[change]}: ${name}`}
      disabled={isOff}
      className="grid size-11 place-items-center rounded-full text-soft hover:bg-ink/8 hover:text-ink disabled:opacity-30"
    >
      {change === "remove" ? children : <span aria-hidden="true">{children}</span>}
    </button>
  );
}

/** What a button posts (`appearanceSteps`). */
function stepOf(change: SectionChange, section: Section) {
  return { name: "step", value: `${change} ${section}`, "data-section-change": change, "data-of": section };
}
