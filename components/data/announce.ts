import type { ExternalToast } from "sonner"

/** Says what was done, for ten seconds: `say("Approved: line 94 of 100", { action: { label: "Undo", onClick: undo } })`. Fetches sonner when first used. */
export async function say(message: string, more?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner")
  toast(message, more)
}

/** Takes back what was said under an id, with the undo that it offers. */
export async function unsay(id: string): Promise<void> {
  const { toast } = await import("sonner")
  toast.dismiss(id)
}

/** Says what could not be done, and the way out. */
export async function sayProblem(message: string, more?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner")
  toast.error(message, more)
}
