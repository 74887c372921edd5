import { data } from "react-router";
import { decimalProductFields } from "#shop/catalog/fields/product-fields.ts";
import { ProductUnknownError } from "#shop/catalog/products/change-product.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { plainDecimals } from "../forms/decimal-fields.ts";
import { PostForm } from "../forms/post-form.tsx";
import { readNewVariants, runVariantsForm } from "../products/add-variants.server.ts";
import { combinationFields } from "../products/combinations.server.ts";
import { variantCount } from "../products/variant-count.ts";
import { CombinationPart, Combinations, VariantLists } from "../products/variant-form.tsx";
import { ownersGroupAddress, ownersProductAddress } from "../products-address.ts";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/add-variants";

/** The combinations and the lists. */
const mostFields = combinationFields + 40;

export async function loader({ url, context }: Route.LoaderArgs) {
  return readNewVariants(context.get(shopContext), url.searchParams.get("product") ?? "").catch(throwGone);
}

/** Shows the combinations of typed lists, or adds the chosen ones. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { settings } = context.get(shopContext);
  const form = plainDecimals(textFields(await readForm(request, mostFields)), decimalProductFields, settings);
  const id = url.searchParams.get("product") ?? "";
  const { email } = context.get(ownerContext);
  const outcome = await runVariantsForm(context.get(shopContext), id, form, email).catch(throwGone);
  if ("again" in outcome) return data(outcome.again, outcome.isRefused ? 422 : 200);
  const { made, group } = outcome;
  const done = made === 0 ? "These variants were already there" : `${variantCount(made)} added`;
  return redirectWithUndo(context, ownersGroupAddress(group), done);
}

/** @throws 404 if the product is gone, and all other errors */
function throwGone(error: unknown): never {
  throw error instanceof ProductUnknownError ? data(null, 404) : error;
}

export default function AddVariants({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  const { id, title, group, missing, made, errors, message } = shown;
  const isWrong = Object.keys(errors).length > 0;
  return (
    <Screen
      title="Add variants"
      summary={
        group === undefined
          ? `${title} becomes the first variant of a new group. The others are copies of it.`
          : `New variants of ${title} are copies of the first in its group.`
      }
      actions={
        <Button href={group === undefined ? ownersProductAddress(id) : ownersGroupAddress(group)} look="quiet">
          Cancel
        </Button>
      }
    >
      <PostForm unsaved={Boolean(actionData)}>
        {(message || isWrong) && <Alert>{message ?? `Not added. ${correctFields(errors)}`}</Alert>}
        <VariantLists {...shown} />
        <CombinationPart>{missing.length + made > 0 && <Combinations {...shown} />}</CombinationPart>
      </PostForm>
    </Screen>
  );
}
