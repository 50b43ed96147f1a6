"use client"

import { useActionState, useEffect, useRef } from "react"
import { useAnnounceResult } from "@/components/settings/action-result"
import { policiesPath } from "@/components/data/addresses"
import { Button } from "@/components/ui/button"
import { Field, Input, Select } from "@/components/ui/field"
import { Link } from "@/components/ui/link"
import type { FormState } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import { WRITING_SUMMARY } from "@/components/policies/policy-text"
import { WRITE_POLICIES, SHARINGS } from "@/lib/memory/agents/categories"
import type { ListedCategory, TaxonomyActions } from "./categories"

interface CategoryFormProps {
  team: string
  /** The category to edit; null: a new category. */
  category: ListedCategory | null
  /** The ID of a datalist of agent names. */
  names: string
  actions: Pick<TaxonomyActions, "save" | "remove">
  onClose: () => void
}

/** The form that edits a category in place. Escape cancels. */
export function CategoryForm({ team, category, names, actions, onClose }: CategoryFormProps) {
  const [saved, save] = useActionState(actions.save, {})
  const [removed, remove] = useActionState(actions.remove, {})
  useAnnounceResult(saved)
  useAnnounceResult(removed)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (saved.done || removed.done) close.current()
  }, [saved, removed])
  const { values, errors } = saved
  const initial = initialValues(category, values)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the Cancel button does the same
    <form
      key={values ? JSON.stringify(values) : ""}
      action={save}
      aria-label={category ? `Edit ${category.name}` : "New category"}
      onKeyDown={(event) => (event.key === "Escape" ? onClose() : undefined)}
      className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-2 xl:grid-cols-5"
    >
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="category" value={category?.slug ?? ""} />
      <input type="hidden" name="version" value={category?.version ?? ""} />
      <Field
        label="Name"
        required
        error={errors?.name}
        hint={category ? `File paths will still use ${category.slug}` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a click on a button opened this form
            autoFocus
            maxLength={60}
            autoComplete="off"
            defaultValue={initial.name}
          />
        )}
      </Field>
      <Field label="Coordinator" error={errors?.coordinator} hint="The agent does not need to exist yet">
        {(control) => (
          <Input
            {...control}
            name="coordinator"
            list={names}
            maxLength={80}
            autoComplete="off"
            placeholder="none"
            defaultValue={initial.coordinator}
          />
        )}
      </Field>
      <Field label="Sharing">
        {(control) => (
          <Select {...control} name="sharing" defaultValue={initial.sharing}>
            {SHARINGS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Write policy">
        {(control) => (
          <Select {...control} name="writePolicy" defaultValue={initial.writePolicy}>
            {WRITE_POLICIES.map((one) => (
              <option key={one} value={one}>
                {one}: {WRITING_SUMMARY[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Rules" error={errors?.rules} hint="* matches any characters, ? matches one character">
        {(control) => (
          <Input
            {...control}
            name="rules"
            autoComplete="off"
            spellCheck={false}
            placeholder="*-tester qa-*"
            className="font-mono"
            defaultValue={initial.rules}
          />
        )}
      </Field>
      {category ? (
        <p className="text-sm text-ink-2 sm:col-span-2 xl:col-span-5">
          The line budget, approvals and expiry are set in{" "}
          <Link href={policiesPath(team, `category:${category.slug}`)} className="text-link">
            the policies of this category
          </Link>
          .
        </p>
      ) : null}
      <FormButtons category={category} onClose={onClose} onRemove={remove} />
    </form>
  )
}

const NEW_CATEGORY = { name: "", coordinator: "", sharing: "high", writePolicy: "coordinated", rules: "" }

/** Returns the values of the fields: as typed in a refused form, else those of the category. */
function initialValues(category: ListedCategory | null, typed: FormState["values"]) {
  const stored = category && {
    name: category.name,
    coordinator: category.coordinator ?? "",
    sharing: category.sharing,
    writePolicy: category.writePolicy,
    rules: category.rules.join(" "),
  }
  return { ...NEW_CATEGORY, ...stored, ...typed }
}

interface FormButtonsProps extends Pick<CategoryFormProps, "category" | "onClose"> {
  onRemove: (form: FormData) => void
}

function FormButtons({ category, onClose, onRemove }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 sm:col-span-2 xl:col-span-5">
      <Submit size="sm" variant="primary">
        {category ? "Save" : "Create category"}
      </Submit>
      <Button size="sm" variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {category ? (
        <Submit size="sm" variant="danger" formAction={onRemove} formNoValidate className="ml-auto">
          Delete {category.name}
        </Submit>
      ) : null}
    </div>
  )
}
