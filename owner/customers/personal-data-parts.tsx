import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { FormError } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

interface PersonalDataProps {
  /** The customer's screen. */
  here: string;
  mayDownload: boolean;
  mayDelete: boolean;
  formError: string | undefined;
}

/** What owners do for a customer who asks for their data, or for its deletion. */
export function PersonalDataParts({ here, mayDownload, mayDelete, formError }: PersonalDataProps) {
  return (
    <>
      {mayDownload && (
        <Part title="Personal data">
          <p className="mb-3 text-sm text-soft">
            For someone who asks what the shop keeps about them. The activity log shows who downloaded it.
          </p>
          <p className="flex flex-wrap gap-3">
            <Button href={`${here}/data.json`} look="quiet">
              Download JSON
            </Button>
            <Button href={`${here}/data.csv`} look="quiet">
              Download CSV
            </Button>
          </p>
        </Part>
      )}
      {mayDelete && (
        <Part title="Delete account">
          <PostForm className="grid gap-3">
            <FormError formError={formError} />
            <p className="text-sm text-soft">
              For a customer who asks for it. Their data goes at once and can't be brought back. Orders and invoices
              stay for as long as you keep orders (<em>Settings</em>), and are then anonymized.
            </p>
            <Button name="step" value="delete" look="quiet" className="justify-self-start">
              Delete account
            </Button>
          </PostForm>
        </Part>
      )}
    </>
  );
}
