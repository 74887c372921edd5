import { data } from "react-router";

/** The form that a request posts. @throws 400 when it is none, or ends too early */
export async function readForm(request: Request) {
  try {
    return await request.formData();
  } catch {
    throw data(null, 400);
  }
}
