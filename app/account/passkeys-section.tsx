import { useEffect, useMemo, useRef } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { confirmForm, newPasskeyForm, passkeyNameForm } from "#shop/accounts/account-forms.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { type AccountAnswer, CurrentPassword, Fold, Section, useSectionForm } from "./section.tsx";

interface ShownPasskey {
  id: string;
  name: string;
  /** Moments in words; undefined if it wasn't used yet. */
  added: string;
  used: string | undefined;
}

interface PasskeysSectionProps {
  passkeys: ShownPasskey[];
  /** What a new one is called unless its owner has a better name. */
  newPasskeyName: string;
  hasPassword: boolean;
  /** Whether the email is confirmed, which a passkey needs. */
  isVerified: boolean;
  answer: AccountAnswer | undefined;
}

const action = "/account#passkeys";

export function PasskeysSection({ passkeys, newPasskeyName, hasPassword, isVerified, answer }: PasskeysSectionProps) {
  return (
    <Section id="passkeys" title="Passkeys" answer={answer}>
      <p className="mb-4 text-soft">
        With a passkey you sign in by your fingerprint, face or screen lock instead of your password.
      </p>
      {passkeys.length > 0 && (
        <ul className="mb-6 border-y border-line">
          {passkeys.map((passkey, index) => (
            <PasskeyItem
              key={passkey.id}
              {...{ ...passkey, index, hasPassword }}
              answer={answer?.passkey === passkey.id ? answer : undefined}
            />
          ))}
        </ul>
      )}
      {isVerified ? <AddPasskey {...{ newPasskeyName, hasPassword, answer }} /> : <p>Verify your email first.</p>}
    </Section>
  );
}

type AddProps = Pick<PasskeysSectionProps, "newPasskeyName" | "hasPassword" | "answer">;

function AddPasskey({ newPasskeyName, hasPassword, answer }: AddProps) {
  const submit = useSubmit();
  const { formData } = useNavigation();
  const schema = useMemo(() => newPasskeyForm(hasPassword), [hasPassword]);
  const { props, field, read, busy } = useSectionForm("addPasskey", schema, answer, "savePasskey");
  const typed = useRef(read);
  typed.current = read;
  const creation = answer?.creation;

  useEffect(() => {
    if (!creation) return;
    const make = async () => {
      const { makePasskey } = await import("../accounts/browser-passkeys.ts");
      const made = await makePasskey(creation);
      const { name = "" } = typed.current();
      if (made)
        await submit({ act: "savePasskey", name, answer: made }, { method: "post", action, preventScrollReset: true });
    };
    void make();
  }, [creation, submit]);

  return (
    <Fold label="Add a passkey" acts={["addPasskey", "savePasskey"]} answer={answer}>
      <Form method="post" action={action} preventScrollReset {...props}>
        <input type="hidden" name="act" value="addPasskey" />
        <TextField
          {...field("name", newPasskeyName)}
          label="Name"
          name="name"
          maxLength={textLimit}
          autoComplete="off"
        />
        <CurrentPassword field={field} hasPassword={hasPassword} />
        <noscript>
          <p className="mb-3 text-berry">Adding a passkey needs JavaScript.</p>
        </noscript>
        <SubmitButton busy={busy || formData?.get("act") === "savePasskey"} className="">
          Add a passkey
        </SubmitButton>
      </Form>
    </Fold>
  );
}

type ItemProps = ShownPasskey & { index: number; hasPassword: boolean; answer: AccountAnswer | undefined };

function PasskeyItem({ id, name, added, used, index, hasPassword, answer }: ItemProps) {
  const { formData } = useNavigation();
  const sent = formData?.get("passkey") === id ? formData.get("act") : undefined;
  const ofAct = (act: string) => (answer?.act === act ? answer : undefined);
  const rename = useForm({ id: `passkey-${index}`, schema: passkeyNameForm, answer: ofAct("renamePasskey") });
  const confirm = useMemo(() => confirmForm(hasPassword), [hasPassword]);
  const remove = useForm({ id: `delete-passkey-${index}`, schema: confirm, answer: ofAct("deletePasskey") });
  return (
    <li className="border-line py-4 not-first:border-t">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm text-soft">
        {used ? `Last used ${used}` : "Not used yet"} · Added {added}
      </p>
      <details open={answer !== undefined}>
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
          Rename or delete<span className="sr-only"> {name}</span>
        </summary>
        <div className="grid max-w-md gap-6 pt-3">
          <Form method="post" action={action} preventScrollReset {...rename.props}>
            <input type="hidden" name="act" value="renamePasskey" />
            <input type="hidden" name="passkey" value={id} />
            <TextField
              {...rename.field("name", name)}
              label="Name"
              name="name"
              maxLength={textLimit}
              autoComplete="off"
            />
            <SubmitButton look="quiet" busy={sent === "renamePasskey"} className="">
              Rename
            </SubmitButton>
          </Form>
          <Form method="post" action={action} preventScrollReset {...remove.props}>
            <input type="hidden" name="act" value="deletePasskey" />
            <input type="hidden" name="passkey" value={id} />
            <CurrentPassword field={remove.field} hasPassword={hasPassword} />
            <SubmitButton look="quiet" busy={sent === "deletePasskey"} className="">
              Delete passkey
            </SubmitButton>
          </Form>
        </div>
      </details>
    </li>
  );
}
