import { useEffect, useRef, useState } from "react";
import { uploadPicture } from "./upload-picture.ts";

/** Uploads each picture once. Unmounting aborts. */
export function useUpload() {
  const [progress, setProgress] = useState<number>();
  const uploaded = useRef<{ file: File; id: string }>(undefined);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** @returns the picture's id; undefined if the form was unmounted. @throws UploadError */
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
    /** From 0 to 1 during an upload. */
    progress,
  };
}
