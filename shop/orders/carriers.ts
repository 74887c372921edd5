/** Who brings parcels that the shop knows how to follow. */
export const carriers = ["Bring", "Posten", "PostNord", "DHL", "UPS", "FedEx", "GLS", "DPD"];

/** Where parcels are followed, by who brings them. A parcel's number comes last. */
const trackingPages: Record<string, string> = {
  bring: "https://sporing.bring.no/sporing/",
  posten: "https://sporing.posten.no/sporing/",
  postnord: "https://tracking.postnord.com/en/tracking?id=",
  dhl: "https://www.dhl.com/en/home/tracking.html?tracking-id=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  gls: "https://gls-group.com/track/",
  dpd: "https://tracking.dpd.de/status/en_US/parcel/",
};

/** The address at which a parcel is followed; undefined for carriers that the shop doesn't know. */
export function trackingLink(carrier: string | null, tracking: string | null) {
  const page = trackingPages[(carrier ?? "").toLowerCase().replaceAll(/[^a-z]/g, "")];
  return page && tracking ? page + encodeURIComponent(tracking) : undefined;
}
