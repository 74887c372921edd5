import { shopContext } from "#web/request-context.ts";
import { Screen } from "../components/screen.tsx";
import type { Route } from "./+types/today";

export async function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(shopContext);
  return { shopName: settings.shopName };
}

export default function Today({ loaderData: { shopName } }: Route.ComponentProps) {
  return (
    <Screen title="Today">
      <p>{shopName}</p>
    </Screen>
  );
}
