import type { FormAction } from "@/components/data/form-state"

/** Stands where whoever looks has no such action: nothing leads to it. */
export const refuse: FormAction = () =>
  Promise.resolve({ error: "Your role here does not allow it: a lead of the team does" })
