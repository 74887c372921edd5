import { guaranteeReminder, type LegalGuarantee } from "#shop/values/legal-guarantee.ts";
import { Picture } from "#ui/picture.tsx";

interface GuaranteeNoticeProps {
  guarantee: LegalGuarantee;
}

/** The reminder of the legal guarantee among other things: a summary, and a link that unfolds the official notice. */
export function GuaranteeNotice({ guarantee }: GuaranteeNoticeProps) {
  if (!guarantee.notice) return <GuaranteeText guarantee={guarantee} />;
  return (
    <>
      <p>If goods are faulty or not as described, you have rights by law for at least two years.</p>
      <details className="mt-1">
        <summary className="min-h-6 cursor-pointer text-spruce underline underline-offset-3">
          Official EU notice
        </summary>
        <div className="mt-3">
          <WholeGuaranteeNotice guarantee={guarantee} />
        </div>
      </details>
    </>
  );
}

/** The official notice, if the owner has uploaded it, and its text for those who can't read it there. */
export function WholeGuaranteeNotice({ guarantee }: GuaranteeNoticeProps) {
  return (
    <div className="grid gap-4">
      {guarantee.notice && (
        <Picture
          src={guarantee.notice}
          alt="The EU's official notice about the legal guarantee. What it says follows."
          sizes="(min-width: 48rem) 43rem, 92vw"
          // Nothing of it may be cut off, so it has no round corners.
          shape="h-auto!"
        />
      )}
      <GuaranteeText guarantee={guarantee} />
    </div>
  );
}

function GuaranteeText({ guarantee: { text } }: GuaranteeNoticeProps) {
  if (!text) return <p>{guaranteeReminder}</p>;
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  );
}
