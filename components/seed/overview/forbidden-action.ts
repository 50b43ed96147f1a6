import type { FormAction } from "@/components/data/form-state"

/** The action for readers without the right. No button calls it. */
export const forbiddenAction: FormAction = () =>
  Promise.resolve({ error: "Your role does not allow this action. Ask a team lead to do it." })
