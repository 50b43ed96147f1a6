import type { ExternalToast } from "sonner"

/**
 * Shows a toast for ten seconds: `showToast("Approved: line 94 of 100", { action: { label: "Undo", onClick: undo }
 * })`. Loads sonner on first use.
 */
export async function showToast(message: string, more?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner")
  toast(message, more)
}

/** Dismisses the toast with this id. */
export async function dismissToast(id: string): Promise<void> {
  const { toast } = await import("sonner")
  toast.dismiss(id)
}

/** Shows an error toast. */
export async function showErrorToast(message: string, more?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner")
  toast.error(message, more)
}

/** For pages with a decision bar at the bottom. */
const ABOVE = { position: "top-center" } as const

const SHORT_MS = 3_000

/** Shows a toast at the top for three seconds. */
export const showBriefToastAtTop = (message: string) =>
  showToast(message, { ...ABOVE, id: message, duration: SHORT_MS })

/** Shows an error toast at the top. */
export const showErrorToastAtTop = (message: string) => showErrorToast(message, ABOVE)
