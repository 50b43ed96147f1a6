import { ownValue } from "@/lib/memory/text/own-value"
import { ADMISSION_REFUSALS } from "@/lib/auth/admit"

/** next-auth's codes for what went wrong at a provider, in words. */
const WORDS: Record<string, string> = {
  AccessDenied: ADMISSION_REFUSALS["not-invited"].message,
  Configuration: "This way to sign in is not set up right. The server’s log says what is wrong.",
  CredentialsSignin: "E-mail address and password do not match.",
  OAuthSignin: "The provider could not be reached. Try again, or sign in with a password.",
  OAuthCallback: "The provider did not confirm who you are. Try again.",
}

/** Codes only, never text from the address: anybody can write a link. */
export function wordsFor({ error, refused }: { error?: string; refused?: string }): string | undefined {
  if (refused) return Object.entries(ADMISSION_REFUSALS).find(([code]) => code === refused)?.[1].message
  return error ? (ownValue(WORDS, error) ?? "Signing in did not work. Try again.") : undefined
}
