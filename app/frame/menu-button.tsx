import type { MouseEvent } from "react";
import { Icon, type IconProps } from "../components/icons.tsx";

export const menuId = "menu";

/** Opens the menu. In browsers that know commands it does so before the page is hydrated, and without JavaScript. */
export function MenuButton() {
  return (
    <button
      type="button"
      aria-label="Open menu"
      {...commandMenu("show-modal")}
      className="-ml-2 grid size-11 place-items-center rounded-full hover:bg-ink/5 md:hidden"
    >
      <MenuIcon />
    </button>
  );
}

/** What makes a button tell the menu what to do (https://developer.mozilla.org/docs/Web/API/Invoker_Commands_API). */
export function commandMenu(command: "show-modal" | "close") {
  return {
    command,
    commandfor: menuId,
    onClick({ currentTarget }: MouseEvent) {
      // A browser that knows no commands.
      if ("command" in currentTarget) return;
      const menu = document.getElementById(menuId) as HTMLDialogElement;
      if (command === "close") menu.close();
      else menu.showModal();
    },
  };
}

function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8h16M4 16h16" />
    </Icon>
  );
}
