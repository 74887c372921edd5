import { href } from "react-router";
import { ownIcons } from "#shop/appearance/shop-icon.ts";
import { Button } from "#ui/button.tsx";
import { MessagePage } from "../page/message-page.tsx";
import { useShop } from "../page/use-shop.ts";
import { Cat } from "./cat.tsx";

export function NotFound() {
  const { shopName, icon, logo, theme } = useShop();
  const isOwnLook = ownIcons({ shopName, icon }) || logo || theme;
  const Picture = isOwnLook ? LostBag : Cat;
  return (
    <MessagePage title="Page not found" picture={<Picture className="size-64 max-w-full" />}>
      <p className="text-soft">
        Error 404: we couldn't find the page you're looking for. It may have moved, or the link may be wrong.
      </p>
      <Button to={href("/products")}>Browse products</Button>
    </MessagePage>
  );
}

/** For a shop with a name, logo or colors of its own: the cat's bag has the sample's letter and colors. */
function LostBag({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 320 320"
      className={`${className} text-spruce`}
      fill="none"
      stroke="currentColor"
      strokeWidth="7"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="A shopping bag with a question mark"
    >
      <path d="M84 118H236L250 280H70Z" />
      <path d="M120 148V96C120 44 200 44 200 96V148" />
      <path d="M138 188C138 160 182 160 182 188C182 208 160 206 160 226M160 250V251" />
    </svg>
  );
}
