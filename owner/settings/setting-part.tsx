import type { ReactNode } from "react";
import { Part } from "../screen/screen.tsx";
import { settingSections } from "./setting-sections.ts";

/** A section of the settings, to which the list of them and the finder lead. */
export function SettingPart({ section, children }: { section: keyof typeof settingSections; children: ReactNode }) {
  return (
    <Part id={section} title={settingSections[section].title}>
      {children}
    </Part>
  );
}

/** Leads to each section: beside the form where there is room, above it otherwise. */
export function SettingIndex() {
  return (
    <nav aria-label="Sections" className="mb-6 text-sm xl:sticky xl:top-4 xl:mb-0 xl:self-start">
      <ul className="flex flex-wrap gap-x-5 xl:block xl:border-l xl:border-line">
        {Object.entries(settingSections).map(([id, { title }]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-2 text-soft hover:text-ink hover:underline xl:block xl:pl-4">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
