import type { ReactNode } from "react";
import { roundings } from "#shop/catalog/pricing/rounding.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "../forms/form-fields.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import type { BulkQuery, ReadChange } from "./bulk-query.server.ts";
import type { OfferedLabels } from "./offered-labels.ts";
import { saleTimeFields } from "./sale-fields.ts";

interface BulkFormsProps {
  query: BulkQuery;
  offered: OfferedLabels;
  invalid: ReadChange | undefined;
}

/** A form for each kind of change. They lead to a preview, and change nothing. */
export function BulkForms({ query, offered, invalid }: BulkFormsProps) {
  const { selection, typed } = query;
  const error = (field: ReadChange["field"]) => (invalid?.field === field ? { error: invalid?.error ?? "" } : {});
  if (selection.show === "archived") {
    return (
      <div className="grid gap-x-10 md:grid-cols-2">
        <Part title="Unarchive">
          <PreviewForm query={query} change="unarchive" />
        </Part>
        <Part title="Delete for good">
          <p className="mb-3 text-sm text-soft">
            Deletes products with their pages and back-in-stock alerts. Orders and receipts stay. This can't be undone.
          </p>
          <PreviewForm query={query} change="delete" />
        </Part>
      </div>
    );
  }
  return (
    <div className="grid gap-x-10 md:grid-cols-2">
      <Part title="Price">
        <PreviewForm query={query} change="price">
          <TextField
            label="Change by percent"
            name="percent"
            inputMode="text"
            maxLength={10}
            required
            defaultValue={typed.percent}
            hint="10 raises prices, -10 lowers them"
            {...error("percent")}
          />
          <SelectField label="Round" name="rounding" defaultValue={typed.rounding || "cents"}>
            {Object.entries(roundings).map(([rounding, label]) => (
              <option key={rounding} value={rounding}>
                {label}
              </option>
            ))}
          </SelectField>
        </PreviewForm>
      </Part>
      <SaleForms query={query} error={error} />
      <Part title="Category">
        <PreviewForm query={query} change="category">
          <SelectField label="Move to" name="to" required defaultValue={typed.to} {...error("to")}>
            <option value="">Choose a category</option>
            {offered.category.map(({ slug, name, path = name }) => (
              <option key={slug} value={slug}>
                {path}
              </option>
            ))}
          </SelectField>
        </PreviewForm>
      </Part>
      <Part title="Tags">
        <PreviewForm query={query}>
          <SelectField
            label="Add or remove"
            name="change"
            defaultValue={typed.change === "removeTag" ? "removeTag" : "addTag"}
          >
            <option value="addTag">Add a tag</option>
            <option value="removeTag">Remove a tag</option>
          </SelectField>
          <TextField
            label="Tag"
            name="tag"
            maxLength={100}
            required
            list="tags"
            defaultValue={typed.tag}
            {...error("tag")}
          />
          <datalist id="tags">
            {offered.tag.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </datalist>
        </PreviewForm>
      </Part>
      <GroupForms query={query} error={error} />
      <Part title="Archive">
        <p className="mb-3 text-sm text-soft">
          Archiving removes products from lists, search and carts. Their URLs, orders and receipts stay.
        </p>
        <PreviewForm query={query} change="archive" />
      </Part>
    </div>
  );
}

/** Forms that start sales, change them and end them. */
function SaleForms({ query, error }: GroupFormsProps) {
  const { typed } = query;
  const field = (name: "off" | "starts" | "ends", change: string) => ({
    ...{ name, id: `${change}-${name}`, maxLength: 20 },
    ...(typed.change === change && { defaultValue: typed[name], ...error(name) }),
  });
  return (
    <>
      <Part title="Start a sale">
        <PreviewForm query={query} change="sale">
          <SelectField label="Reduce by" name="by" defaultValue={typed.by || "percent"}>
            <option value="percent">Percent</option>
            <option value="amount">Amount</option>
          </SelectField>
          <TextField label="Reduction" {...field("off", "sale")} required hint="20 for 20 %, or the amount" />
          <SelectField
            label="Set sale prices"
            name="rounding"
            id="sale-rounding"
            defaultValue={typed.rounding || "cents"}
          >
            {Object.entries(roundings).map(([rounding, label]) => (
              <option key={rounding} value={rounding}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField {...saleTimeFields.starts} {...field("starts", "sale")} />
          <TextField {...saleTimeFields.ends} {...field("ends", "sale")} />
          <SelectField label="Products that have a sale" name="others" defaultValue={typed.others}>
            <option value="">Keep their sale</option>
            <option value="replace">Replace their sale</option>
          </SelectField>
        </PreviewForm>
      </Part>
      <Part title="Change when sales end">
        <PreviewForm query={query} change="saleEnd">
          <TextField {...saleTimeFields.ends} {...field("ends", "saleEnd")} />
        </PreviewForm>
      </Part>
      <Part title="End sales">
        <p className="mb-3 text-sm text-soft">Usual prices return. Sales that haven't started are cancelled.</p>
        <PreviewForm query={query} change="endSale" />
      </Part>
    </>
  );
}

interface GroupFormsProps {
  query: BulkQuery;
  error: (field: ReadChange["field"]) => { error?: string };
}

/** Forms that change the groups and options of variants. */
function GroupForms({ query, error }: GroupFormsProps) {
  const { typed } = query;
  const field = (name: "group" | "option" | "value" | "newName", change: string) => ({
    name,
    id: `${change}-${name}`,
    maxLength: 100,
    defaultValue: typed.change === change ? typed[name] : "",
    ...(typed.change === change && error(name)),
  });
  return (
    <>
      <Part title="Group">
        <PreviewForm query={query} change="group">
          <TextField
            label="Group"
            {...field("group", "group")}
            hint="Products of one group are variants of each other. Leave it empty to take them out of theirs."
          />
        </PreviewForm>
      </Part>
      <Part title="Set an option">
        <PreviewForm query={query} change="option">
          <TextField label="Option" required placeholder="Colour" {...field("option", "option")} />
          <TextField label="Value" placeholder="Blue" {...field("value", "option")} hint="Empty removes the option" />
        </PreviewForm>
      </Part>
      <Part title="Rename an option">
        <PreviewForm query={query} change="renameOption">
          <TextField label="Option" required placeholder="Colour" {...field("option", "renameOption")} />
          <TextField label="New name" required placeholder="Color" {...field("newName", "renameOption")} />
        </PreviewForm>
      </Part>
    </>
  );
}

interface PreviewFormProps {
  query: BulkQuery;
  change?: string;
  children?: ReactNode;
}

function PreviewForm({ query: { selection }, change, children }: PreviewFormProps) {
  const hidden = Object.entries({ ...selection, change });
  return (
    <form action={`/owner/products/bulk#${formMessageId}`} className="grid max-w-sm gap-4">
      {hidden.map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      {children}
      <Button look="quiet" className="justify-self-start">
        Preview
      </Button>
    </form>
  );
}
