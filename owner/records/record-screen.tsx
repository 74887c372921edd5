import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Activity, type ShownChange } from "../changes/change-table.tsx";
import type { ShownForm } from "../forms/form-fields.tsx";
import { isPreview, NotSaved } from "../forms/not-saved.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import type { RejectedForm } from "../forms/save-form.server.ts";
import { Part, Screen } from "../screen/screen.tsx";

interface RecordScreenProps<Fields> {
  /** What `recordForm` loads. */
  loaderData: { saved?: Fields | undefined; changes: ShownChange[] };
  actionData?: RejectedForm | undefined;
  title: string;
  summary: ReactNode;
  /** Links next to the title. */
  actions?: ReactNode;
  /** What is edited, as messages call it: "this page". */
  what: string;
  /** The fields' labels. */
  labels: Record<string, string>;
  /** The values where one is added. */
  blank?: Partial<Fields>;
  hasPictures?: boolean;
  /** The form's grid. */
  layout?: string;
  /** Leads to the sections of a long form, beside it where there is room. */
  index?: ReactNode;
  fields: (form: ShownForm<Fields>) => ReactNode;
  /** Instead of a button that saves. */
  buttons?: ReactNode;
  /** Between the form and the activity. */
  children?: ReactNode;
}

/** The screen of something that owners set up, as `record-form.server.ts` describes it. */
export function RecordScreen<Fields extends object>({
  loaderData: { saved, changes },
  actionData: rejected,
  layout = "grid max-w-3xl gap-6",
  ...props
}: RecordScreenProps<Fields>) {
  // A refused deletion or step typed nothing.
  const typed = rejected && Object.keys(rejected.typed).length > 0 ? rejected.typed : undefined;
  const form: ShownForm<Fields> = {
    texts: (typed as Partial<Fields> | undefined) ?? saved ?? props.blank ?? {},
    errors: typed ? (rejected?.errors ?? {}) : {},
    redirect: saved && (typed ? Boolean(typed.redirect) : true),
  };
  const content = (
    <>
      <PostForm
        encType={props.hasPictures ? "multipart/form-data" : undefined}
        unsaved={Boolean(typed)}
        className={saved ? `mb-8 ${layout}` : layout}
      >
        {saved && <OriginalValues values={typed?.original ? readOriginal(typed) : saved} />}
        {rejected && !isPreview(rejected) && <NotSaved what={props.what} labels={props.labels} {...rejected} />}
        {props.fields(form)}
        {props.buttons ?? <SaveBar />}
      </PostForm>
      {props.children}
      {saved && <Activity changes={changes} />}
    </>
  );
  return (
    <Screen title={props.title} summary={props.summary} actions={props.actions}>
      {props.index ? (
        <div className="xl:grid xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-x-10">
          {props.index}
          <div>{content}</div>
        </div>
      ) : (
        content
      )}
    </Screen>
  );
}

/** Deletes what a screen shows. */
export function DeletePart({ what, hint }: { what: string; hint?: string }) {
  return (
    <Part title={`Delete ${what}`}>
      {hint && <p className="mb-4 text-soft">{hint}</p>}
      <PostForm>
        <Button name="step" value="delete" look="quiet">
          Delete
        </Button>
      </PostForm>
    </Part>
  );
}
