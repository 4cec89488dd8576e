/** Jira's errors about the fields of a refused issue. */
import { adfFault } from './adf-schema.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface FakeField {
  readonly fieldId: string
  readonly name: string
  readonly required: boolean
  readonly hasDefaultValue: boolean
  readonly schema: { readonly type: string }
  readonly allowedValues?: readonly { readonly value: string }[]
}
export interface FakeType {
  readonly id: string
  readonly name: string
  readonly subtask: boolean
  readonly fields: readonly FakeField[]
}

type Faults = Readonly<Record<string, string>> | null

const orNone = (faults: Record<string, string>): Faults =>
  Object.keys(faults).length > 0 ? faults : null

export function createFaults(fields: Fields, types: readonly FakeType[] | undefined): Faults {
  if (!types) return { project: 'valid project is required' }
  const id = (fields['issuetype'] as { id?: string } | undefined)?.id
  const type = types.find((one) => one.id === id)
  if (!type) return { issuetype: 'The issue type selected is invalid.' }
  const faults: Record<string, string> = { ...updateFaults(fields) }
  const screen = new Set(type.fields.map(({ fieldId }) => fieldId))
  for (const name of Object.keys(fields)) {
    if (!screen.has(name)) {
      faults[name] =
        `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`
    }
  }
  for (const { fieldId, name, required, hasDefaultValue } of type.fields) {
    if (required && !hasDefaultValue && fields[fieldId] === undefined)
      faults[fieldId] = `${name} is required.`
  }
  return orNone(faults)
}

/** Of the fields that are there. */
export function updateFaults(fields: Fields): Faults {
  const faults: Record<string, string> = {}
  const { summary, description, labels } = fields
  if (summary !== undefined) {
    if (typeof summary !== 'string' || summary.trim() === '')
      faults['summary'] = 'You must specify a summary of the issue.'
    else if (summary.length > 255) faults['summary'] = 'Summary must be less than 255 characters.'
    else if (/[\r\n]/.test(summary))
      faults['summary'] = 'The summary is invalid because it contains newline characters.'
  }
  if (description !== undefined) {
    if (adfFault(description) !== null) faults['description'] = 'INVALID_INPUT'
    else if (JSON.stringify(description).length > 32_767) {
      faults['description'] =
        'The entered text is too long. It exceeds the allowed limit of 32,767 characters.'
    }
  }
  for (const label of (labels ?? []) as readonly string[]) {
    if (/\s/.test(label))
      faults['labels'] = `The label '${label}' contains spaces which is invalid.`
    else if (label.length > 255) faults['labels'] = `The label '${label}' exceeds 255 characters.`
  }
  return orNone(faults)
}
