/** The files for Docker Compose in ship/, as Compose reads them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const ship = join(import.meta.dirname, '../../../ship')

export interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly restart?: string
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly privileged?: boolean
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly networks?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly stop_grace_period?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly deploy?: { readonly replicas?: number }
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
  readonly networks?: Readonly<Record<string, unknown>>
}

export type Variables = Readonly<Record<string, string>>

export const composeFiles = ['compose.yaml', 'compose.small.yaml'] as const
export type ComposeFile = (typeof composeFiles)[number]

export const readShip = (path: string): string => readFileSync(join(ship, path), 'utf8')

/** A variable with its kind and text: `:-` with a default, or `:?` with an error. */
export const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** The variables of .env.example. The secrets are empty. */
export const example: Variables = Object.fromEntries(
  [...readShip('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

export const isSecretVariable = (name: string): boolean => /(KEY|PASSWORD)$/.test(name)

/** The variables of .env.example, with a value for each secret. */
export const withSecrets = (secret: (name: string) => string): Variables =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      isSecretVariable(name) ? secret(name) : value,
    ]),
  )

/** The file with these variables, which Compose replaces after it has parsed the file. Throws if a secret is empty. */
export function composed(path: ComposeFile, given: Variables): Compose {
  const replaced = (text: string): string =>
    text.replaceAll(variable, (_, name: string, kind?: string, word = '') => {
      const value = given[name] ?? ''
      if (kind === '?' && value === '')
        throw new Error(`required variable ${name} is missing a value: ${word}`)
      return kind === '-' ? value || word : value
    })
  const revived = (_: unknown, value: unknown): unknown =>
    typeof value === 'string' ? replaced(value) : value
  return parse(readShip(path), revived, { merge: true }) as Compose
}

export const isOfPlumbline = ({ image }: Service): boolean => image.startsWith('plumbline:')
