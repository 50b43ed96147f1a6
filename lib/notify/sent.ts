export type SendResult =
  | { readonly arrived: true; readonly status: number | null; readonly took: number }
  | {
      readonly arrived: false /** HTTP or SMTP status; null without a response. */
      readonly status: number | null
      /** Milliseconds. */
      readonly took: number
      /** Message for people, without secrets. */
      readonly error: string
      /** Seconds to wait, from the receiver’s Retry-After. Null if the receiver sent none. */
      readonly retryAfter: number | null
      /** True if the receiver never accepts messages again. */
      readonly gone: boolean
    }
