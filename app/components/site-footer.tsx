import { useShop } from "../use-shop.ts";

export function SiteFooter() {
  const { shopName } = useShop();
  return (
    <footer className="mt-20 border-t border-line print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8 text-sm text-soft sm:px-6">
        <p>© 2025 {shopName}. All rights reserved.</p>
        <ul className="flex gap-2" aria-label="We accept">
          <li>
            <svg viewBox="0 0 48 30" className="h-7 rounded-sm ring-1 ring-line" role="img" aria-label="Visa">
              <rect width="48" height="30" fill="#fff" />
              <path
                d="M20.5 20.2h-2.6l1.6-10.4h2.6zM16.6 9.8l-2.5 7.1-.3-1.5-.9-4.5s-.1-1.1-1.5-1.1H7.4v.2s1.3.3 2.8 1.2l2.3 8.9h2.8l4.1-10.3zM36.9 20.2h2.4l-2.1-10.4h-2.1c-1 0-1.2.8-1.2.8l-4 9.6h2.8l.6-1.5h3.4zm-2.9-3.7 1.4-3.9.8 3.9zM30.2 12.2l.4-2.2s-1.2-.5-2.4-.5c-1.3 0-4.5.6-4.5 3.4 0 2.7 3.7 2.7 3.7 4.1s-3.3 1.2-4.4.3l-.4 2.3s1.2.6 3 .6 4.6-1 4.6-3.5c0-2.7-3.7-2.9-3.7-4.1.1-1.1 2.6-1 3.7-.4z"
                fill="#1a1f71"
              />
            </svg>
          </li>
          <li>
            <svg viewBox="0 0 48 30" className="h-7 rounded-sm ring-1 ring-line" role="img" aria-label="Mastercard">
              <rect width="48" height="30" fill="#fff" />
              <circle cx="19.5" cy="15" r="8.5" fill="#eb001b" />
              <circle cx="28.5" cy="15" r="8.5" fill="#f79e1b" />
              <path d="M24 7.8a8.5 8.5 0 0 1 0 14.4 8.5 8.5 0 0 1 0-14.4z" fill="#ff5f00" />
            </svg>
          </li>
        </ul>
      </div>
    </footer>
  );
}
