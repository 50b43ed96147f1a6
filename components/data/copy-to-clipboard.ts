import { showErrorToast } from "./show-toast"

/** Copies a text and calls `onCopied`, or shows an error toast if the browser blocks copying. */
export function copyToClipboard(text: string, onCopied: () => unknown): Promise<void> {
  return navigator.clipboard.writeText(text).then(
    () => void onCopied(),
    () => showErrorToast("Your browser blocked copying. Select the text and copy it manually."),
  )
}
