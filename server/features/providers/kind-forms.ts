/** Forms for accounts and their secrets, derived from the table of kinds that also validates secrets. */
import { type AnyField } from '@plumbline/jsonapi'
import {
  neededActions,
  managedPolicies,
  permissionPolicy,
  policyLimits,
  policySize,
  providers,
} from '@plumbline/scanner'
import type { ProviderKind } from './kind-resource.ts'
import { kinds } from './kinds.ts'
import { type ProviderType, providerTypes, type SecretType } from './names.ts'
import type { Rules, Shape } from './secret-shape.ts'

type Form = ProviderKind['credentials'][number]
type FormField = Form['fields'][number]

const spelled: Readonly<Record<string, string>> = {
  api: 'API',
  arn: 'ARN',
  aws: 'AWS',
  github: 'GitHub',
  oauth: 'OAuth',
  okta: 'Okta',
  url: 'URL',
  yaml: 'YAML',
}

/** `aws_access_key_id` → "AWS access key id". */
export function labelOf(name: string): string {
  const words = name
    .split('_')
    .map((word) => spelled[word] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })
const both = new Intl.ListFormat('en', { type: 'conjunction' })

/** Which members must be set together, in sentences. */
function notesOf({ exactlyOne, someOf, together }: Rules): string[] {
  const labels = (names: readonly string[]): string[] => names.map(labelOf)
  const unless = together?.unless ? `, unless there is a ${labelOf(together.unless)}` : ''
  return [
    ...(exactlyOne ? [`Enter one of these: ${either.format(labels(exactlyOne))}.`] : []),
    ...(someOf ? [`Enter at least one of these: ${either.format(labels(someOf))}.`] : []),
    ...(together
      ? [`${both.format(labels(together.names))} must be entered together${unless}.`]
      : []),
  ]
}

function inputOf({ schema }: AnyField): FormField['input'] {
  const { type, contentMediaType, anyOf } = schema
  if (type === 'object') return 'json'
  if (type === 'array') return 'list'
  if (contentMediaType !== undefined) return 'document'
  return anyOf === undefined ? 'text' : 'number' // a whole number, or its digits
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function fieldOf(name: string, field: AnyField, initial: string | null): FormField {
  const { schema } = field
  return {
    name,
    label: labelOf(name),
    required: field.optional !== true,
    secret: schema['format'] === 'password',
    input: inputOf(field),
    hint: textOf(schema['description']),
    pattern: textOf(schema['pattern']),
    default: initial,
  }
}

/** A role that is assumed as the server has to name the tenant. */
const defaults = (type: ProviderType, tenantId: string): Readonly<Record<string, string>> =>
  providers[type]?.usesAmbientIdentity ? { external_id: tenantId } : {}

const formOf = (
  secret_type: SecretType,
  { title, members, rules }: Shape,
  initial: Readonly<Record<string, string>>,
): Form => ({
  secret_type,
  title,
  notes: notesOf(rules),
  fields: Object.entries(members).map(([name, field]) =>
    fieldOf(name, field, initial[name] ?? null),
  ),
})

const documentOf = (policy: object): Readonly<Record<string, never>> => ({ ...policy })

async function leastPrivilege(type: ProviderType): Promise<ProviderKind['least_privilege']> {
  const scanned = type === 'aws' ? providers[type] : undefined // whose policies we can write
  if (!scanned) return null
  const actions = await neededActions(scanned)
  const policy = permissionPolicy(actions)
  const characters = policySize(policy)
  const fits =
    characters <= policyLimits.managed
      ? 'managed_policy'
      : characters <= policyLimits.inline
        ? 'inline_policy'
        : 'split'
  const managed = managedPolicies(actions)
  return { policy: documentOf(policy), characters, fits, managed_policies: managed.map(documentOf) }
}

const instead =
  'Plumbline cannot scan this kind of account yet. You can import OCSF findings from other scanners.'

/** Those that can be scanned first. */
export async function kindsFor(tenantId: string): Promise<readonly ProviderKind[]> {
  const all = await Promise.all(
    providerTypes.map(async (type): Promise<ProviderKind> => {
      const { name, uid, uidLabel, uidRule, secrets } = kinds[type]
      const scannable = Object.hasOwn(providers, type)
      const initial = defaults(type, tenantId)
      return {
        id: type,
        name,
        scannable,
        instead: scannable ? null : instead,
        uid_label: uidLabel,
        uid_hint: uidRule,
        uid_pattern: uid.source,
        credentials: Object.entries(secrets).map(([secretType, shape]) =>
          formOf(secretType as SecretType, shape, initial),
        ),
        least_privilege: await leastPrivilege(type),
      }
    }),
  )
  return all.toSorted((a, b) => Number(b.scannable) - Number(a.scannable))
}
