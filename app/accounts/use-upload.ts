import { useEffect, useRef, useState } from "react";
import { uploadPicture } from "./upload-picture.ts";

/** Uploads pictures, each once, for as long as the form is there. */
export function useUpload() {
  const [progress, setProgress] = useState<number>();
  const uploaded = useRef<{ file: File; id: string }>(undefined);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** @returns the picture's id; undefined when the form has gone meanwhile. @throws UploadError */
  async function upload(file: File) {
    if (uploaded.current?.file === file) return uploaded.current.id;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProgress(0);
    try {
      const id = await uploadPicture(file, { signal, onProgress: setProgress });
      uploaded.current = { file, id };
      return signal.aborted ? undefined : id;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      setProgress(undefined);
    }
  }

  return {
    upload,
    /** The share of the upload that has been sent, from 0 to 1, while it is under way. */
    progress,
  };
}
