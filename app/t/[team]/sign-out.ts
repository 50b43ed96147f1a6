"use server"

import { redirect } from "next/navigation"
import { endLogin } from "@/lib/auth/browser-login"

export async function signOut(): Promise<void> {
  await endLogin()
  redirect("/sign-in")
}
