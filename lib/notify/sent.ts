/** How an attempt to send ended. */
export type Sent =
  | { readonly arrived: true; readonly status: number | null; readonly took: number }
  | {
      readonly arrived: false
      /** HTTP or SMTP status; null where nobody answered. */
      readonly status: number | null
      /** Milliseconds. */
      readonly took: number
      /** For people, without a secret of ours. */
      readonly error: string
      /** Seconds that the receiver asked to be left alone for. */
      readonly retryAfter: number | null
      /** It says that it will never take anything again. */
      readonly gone: boolean
    }
