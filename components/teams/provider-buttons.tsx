import { Submit } from "@/components/ui/submit"

interface ProviderButtonsProps {
  providers: readonly { readonly id: string; readonly name: string }[]
  /** Server action that sends the visitor to the provider named by `provider`. */
  action: (form: FormData) => Promise<void>
  /** Other form fields, such as the page to open after sign-in or the invitation. */
  carried: Readonly<Record<string, string>>
}

/** One plain form per provider, so that they work without script. Renders nothing if there are no providers. */
export function ProviderButtons({ providers, action, carried }: ProviderButtonsProps) {
  if (providers.length === 0) return null
  return (
    <div className="grid gap-2">
      {providers.map(({ id, name }) => (
        <form key={id} action={action} className="grid">
          <input type="hidden" name="provider" value={id} />
          {Object.entries(carried).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <Submit>Continue with {name}</Submit>
        </form>
      ))}
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with a password
      </p>
    </div>
  )
}
