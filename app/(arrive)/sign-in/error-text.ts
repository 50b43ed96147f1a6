import { ownValue } from "@/lib/memory/text/own-value"
import { ADMISSION_REFUSALS } from "@/lib/auth/provider-admission"

/** Messages for the error codes of next-auth. */
const WORDS: Record<string, string> = {
  AccessDenied: ADMISSION_REFUSALS["not-invited"].message,
  Configuration: "This sign-in method is not configured correctly. Check the server log.",
  CredentialsSignin: "E-mail address and password do not match.",
  OAuthSignin: "Could not reach the sign-in provider. Try again, or sign in with a password.",
  OAuthCallback: "The sign-in provider did not confirm your identity. Try again.",
}

/** Returns the message for an error code. Text from the URL is never shown, because anyone can write a link. */
export function wordsFor({ error, refused }: { error?: string; refused?: string }): string | undefined {
  if (refused) return Object.entries(ADMISSION_REFUSALS).find(([code]) => code === refused)?.[1].message
  return error ? (ownValue(WORDS, error) ?? "Sign-in failed. Try again.") : undefined
}
