/**
 * A sign-in provider that environment variables configure. The variables are read at each use, so that tests
 * can change them.
 */
export interface SignInProvider {
  readonly id: "github" | "oidc"
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** Base address of the discovery document. Null for GitHub. */
  readonly issuer: string | null
}

export function signInProviders(env = process.env): SignInProvider[] {
  const providers: SignInProvider[] = []
  const {
    GITHUB_CLIENT_ID,
    GITHUB_CLIENT_SECRET,
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    OIDC_NAME,
  } = env
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) {
    providers.push({
      id: "github",
      name: "GitHub",
      clientId: GITHUB_CLIENT_ID,
      clientSecret: GITHUB_CLIENT_SECRET,
      issuer: null,
    })
  }
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    const issuer = OIDC_ISSUER.replace(/\/$/, "")
    providers.push({
      id: "oidc",
      name: OIDC_NAME || new URL(issuer).host,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      issuer,
    })
  }
  return providers
}

/**
 * Returns the email domains whose people can sign in through OIDC without an invitation, if the provider has
 * verified the address. These people start without a role in any team.
 */
export function allowedDomains(env = process.env): string[] {
  return (env.OIDC_ALLOW_DOMAIN ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}

/**
 * Returns the secret that encrypts logins. Throws if it is missing or shorter than 32 characters, because
 * logins could be forged.
 */
export function authSecret(env = process.env): string {
  const secret = env.NEXTAUTH_SECRET
  if (!secret || secret.length < 32) {
    throw new Error(
      "NEXTAUTH_SECRET is missing or shorter than 32 characters. Run `npm start` to create one, or set it to the output of `openssl rand -base64 32`",
    )
  }
  return secret
}

/** Returns the public URL of the deployment, without a slash at its end. */
export function baseUrl(env = process.env): string {
  return (env.NEXTAUTH_URL ?? `http://localhost:${env.PORT ?? "3000"}`).replace(/\/$/, "")
}

/** True if the public URL uses TLS. Cookies are then sent only over TLS and only to this host. */
export function usesTls(env = process.env): boolean {
  return baseUrl(env).startsWith("https://")
}
