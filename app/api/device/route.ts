import { beginDevice } from "@/lib/api/device-login"

/** Starts the login of a command line. */
export const POST = beginDevice
