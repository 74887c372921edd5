import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert, Details } from "../screen/alert.tsx";
import type { NamedDraft } from "./draft-actions.server.ts";

interface DeleteDraftsProps {
  message: string;
  drafts: NamedDraft[];
  /** The list's address, without the question. */
  listAddress: string;
}

/** Asks whether to delete drafts. */
export function DeleteDrafts({ message, drafts, listAddress }: DeleteDraftsProps) {
  return (
    <Alert>
      <p className="font-medium">{message}</p>
      <p>Shoppers never saw them.</p>
      <Details details={drafts.map(({ id, title }) => <bdi key={id}>{title}</bdi>)} />
      <PostForm className="mt-3 flex flex-wrap gap-3">
        {drafts.map(({ id }) => (
          <input key={id} type="hidden" name="draft" value={id} />
        ))}
        <Button name="step" value="deleteForGood">
          Delete
        </Button>
        <Button href={listAddress} look="quiet">
          Cancel
        </Button>
      </PostForm>
    </Alert>
  );
}
