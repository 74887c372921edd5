/** Something that the home page promises. */
export interface Claim {
  title: string;
  text: string;
}

/** A number that the home page boasts of. */
export interface Stat {
  value: string;
  label: string;
}

/** The home page's promises after the first, which is about delivery, until an owner writes their own. */
export function defaultPromises(returnDays: number): Claim[] {
  return [
    { title: `${returnDays}-day returns`, text: `${returnDays}-day return policy, no questions asked` },
    { title: "Secure payment", text: "We never see or store your card details" },
    { title: "24/7 support", text: "We're here for you around the clock" },
  ];
}

/** The home page's statistics until an owner sets their own. */
export const defaultStats: Stat[] = [
  { value: "1M+", label: "customers" },
  { value: "10K+", label: "products" },
  { value: "50+", label: "categories" },
  { value: "99%", label: "satisfaction" },
];
