import type { Metadata, Viewport } from "next"
import { headers } from "next/headers"
import { CSPProvider } from "@base-ui/react/csp-provider"
import { ThemeProvider } from "next-themes"
import type { ReactNode } from "react"
import { Toasts } from "@/components/ui/lazy-toaster"
import "./globals.css"

export const metadata: Metadata = {
  title: { default: "Quarterdeck", template: "%s · Quarterdeck" },
  description: "Review, correct and distribute what your AI agents remember.",
  robots: { index: false, follow: false },
  manifest: "/manifest.webmanifest",
  icons: { apple: "/icons/apple-touch-icon.png" },
}

export const viewport: Viewport = { colorScheme: "light dark" }

/**
 * Root layout. The theme's script and style elements need the nonce that the proxy set in the content
 * security policy.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <ThemeProvider
          attribute="data-theme"
          enableSystem
          enableColorScheme={false}
          disableTransitionOnChange
          nonce={nonce}
        >
          <CSPProvider nonce={nonce} disableStyleElements>
            {children}
            <Toasts />
          </CSPProvider>
        </ThemeProvider>
      </body>
    </html>
  )
}
