import type { ExternalToast } from "sonner"

/**
 * Shows a toast, by default for ten seconds. Loads sonner on first use. Example: `showToast("Approved: line
 * 94 of 100", { action: { label: "Undo", onClick: undo } })`.
 */
export async function showToast(message: string, more?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner")
  toast(message, more)
}

export async function dismissToast(id: string): Promise<void> {
  const { toast } = await import("sonner")
  toast.dismiss(id)
}

export async function showErrorToast(message: string, more?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner")
  toast.error(message, more)
}

/** Position for pages with a decision bar at the bottom. */
const ABOVE = { position: "top-center" } as const

const SHORT_MS = 3_000

/** Shows a toast at the top for three seconds. */
export const showBriefToastAtTop = (message: string) =>
  showToast(message, { ...ABOVE, id: message, duration: SHORT_MS })

/** Shows an error toast at the top. */
export const showErrorToastAtTop = (message: string) => showErrorToast(message, ABOVE)
