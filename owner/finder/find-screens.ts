import { href } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";
import { foldText } from "#shop/text/fold-text.ts";
import { isInName, splitWords } from "#shop/text/match-words.ts";
import { singularOf } from "#shop/text/search-words.ts";
import { mayOpen } from "../access/acts.ts";
import { withBasename } from "../addresses.ts";
import { isGroup, menuOf } from "../screen/menu.ts";
import { type SettingSection, settingSections } from "../settings/setting-sections.ts";
import { type Found, mostFound } from "./found.ts";
import { otherScreens } from "./other-screens.ts";

interface Screen {
  to: string;
  label: string;
  /** The menu's entry or the screen that it belongs to. */
  detail?: string | undefined;
  /** What other shops call it, in small letters. */
  otherNames?: string | undefined;
  /** Whether it is a field of a screen: its label alone names it. */
  isField?: true;
}

/** The screens, and parts of long ones, that have the words of a text and that a role may open; without a text, all screens of the menu. */
export function findScreens(role: Owner["role"], text: string): Found[] {
  const words = splitWords(text);
  const ofMenu: Screen[] = menuOf(role).flatMap((entry) =>
    entry.screens.map(({ label = entry.label, ...screen }) => ({
      ...screen,
      label,
      detail: isGroup(entry) ? entry.label : undefined,
    })),
  );
  if (words.length === 0) return ofMenu.map(toFound);
  const others = [...otherScreens, ...partsOfSettings()].filter(({ to }) => mayOpen(role, to.replace(/#.*/, "")));
  return [...ofMenu, ...others]
    .flatMap((screen) => {
      const rank = rankOf(screen, words);
      return rank === undefined ? [] : [{ screen, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostFound)
    .map(({ screen }) => toFound(screen));
}

/** The sections of the longest screen, and then its fields. */
function partsOfSettings(): Screen[] {
  const sections = Object.entries<SettingSection>(settingSections);
  const to = (id: string) => `${href("/settings")}#${id}`;
  const fieldsIn = ([, { title, fields }]: (typeof sections)[number]) =>
    Object.entries(fields).map(([name, label]) => ({
      to: to(name),
      label,
      detail: `Settings · ${title}`,
      isField: true as const,
    }));
  return [
    ...sections.map(([id, { title, otherNames }]) => ({ to: to(id), label: title, detail: "Settings", otherNames })),
    ...sections.flatMap(fieldsIn),
  ];
}

/** 0 for a screen whose label begins with the words, 1 for one that has them, 2 for a field that has them, 3 for a screen that other shops call so. */
function rankOf({ label, detail = "", otherNames = "", isField }: Screen, words: string[]) {
  const name = isField ? label : `${detail} ${label}`;
  const isIn = (word: string) => isInName(name, word);
  if (words.every(isIn)) {
    if (isField) return 2;
    return startsWith(foldText(label), words[0] ?? "") ? 0 : 1;
  }
  const names = otherNames.split(" ");
  const isCalled = (word: string) => isIn(word) || names.some((other) => startsWith(other, word));
  return words.every(isCalled) ? 3 : undefined;
}

/** Whether a name starts with a word or with what it is one of: "payments" starts "Payment instructions", and "category" "Categories". */
function startsWith(name: string, word: string) {
  return name.startsWith(word) || name.startsWith(singularOf(word)) || singularOf(name).startsWith(word);
}

function toFound({ to, label, detail }: Screen): Found {
  return { title: label, detail, address: withBasename(to) };
}
