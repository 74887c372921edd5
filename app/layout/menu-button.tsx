import type { MouseEvent } from "react";
import { Icon, type IconProps } from "#ui/icons.tsx";

export const menuId = "menu";

/** Opens the menu: by a command without JavaScript, in browsers that support commands. */
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

/** The props of a button that commands the menu (https://developer.mozilla.org/docs/Web/API/Invoker_Commands_API). */
export function commandMenu(command: "show-modal" | "close") {
  return {
    command,
    commandfor: menuId,
    onClick({ currentTarget }: MouseEvent) {
      // The browser doesn't support commands.
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
