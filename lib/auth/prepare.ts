import { authSecret } from "./environment"
import { registerMachineTokenFile } from "./machine-token"

/**
 * Runs at each start before the first request. Throws without a secret, and registers the access token of
 * this machine.
 */
export async function prepareAuth({ home }: { home: string }): Promise<void> {
  authSecret()
  await registerMachineTokenFile(home)
}
