/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // These find files beside themselves or start threads of their own, which a bundle would break.
  serverExternalPackages: ["pg", "@prisma/adapter-pg", "@prisma/client", "piscina", "yauzl"],
  // npm test and npm run check look at the types; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // The clone is the whole project, whatever lockfiles lie in the folders above.
  turbopack: { root: import.meta.dirname },
  devIndicators: false,
}
