import { authSecret } from "./environment"
import { registerMachineTokenFile } from "./machine-token"

/** At every start, before the first request: refuses to run without a secret, and takes up this machine's access token. */
export async function prepareAuth({ home }: { home: string }): Promise<void> {
  authSecret()
  await registerMachineTokenFile(home)
}
