import mastercard from "./cards/mastercard.svg";
import visa from "./cards/visa.svg";
import { useShop } from "./use-shop.ts";

/** Pictures of their own: scripts needn't bring what the page's HTML shows. */
const cards = [
  { name: "Visa", picture: visa },
  { name: "Mastercard", picture: mastercard },
];

export function SiteFooter() {
  const { shopName } = useShop();
  return (
    <footer className="mt-20 border-t border-line print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8 text-sm text-soft sm:px-6">
        <p>© 2025 {shopName}. All rights reserved.</p>
        <ul className="flex gap-2" aria-label="We accept">
          {cards.map(({ name, picture }) => (
            <li key={name}>
              <img src={picture} alt={name} width={48} height={30} className="h-7 w-auto rounded-sm ring-1 ring-line" />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
