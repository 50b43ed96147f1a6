import { authSecret } from "./environment"
import { registerMachineTokenFile } from "./machine-token"

/**
 * Checks NEXTAUTH_SECRET and registers the access token of this machine. Runs at each start, before the first
 * request. Throws if the secret is missing or too short.
 */
export async function prepareAuth({ home }: { home: string }): Promise<void> {
  authSecret()
  await registerMachineTokenFile(home)
}
