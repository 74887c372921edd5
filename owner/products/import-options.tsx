import type { UploadOptions } from "#shop/catalog/files/uploads/work-on-upload.ts";

/** The boxes of the import form that were ticked, for the forms that follow it. */
export function ImportOptions({ options }: { options: UploadOptions | undefined }) {
  return (
    <>
      {options?.replace && <input type="hidden" name="others" value="remove" />}
      {options?.inFileOrder && <input type="hidden" name="order" value="file" />}
      {options?.fetchPictures && <input type="hidden" name="pictures" value="fetch" />}
    </>
  );
}
