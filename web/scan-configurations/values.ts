/** Converts values of a configuration to and from form inputs. */
import type { Attributes } from '../api/types.ts'

type Key = Attributes['scan-configuration-keys']
export type Configuration = Attributes['scan-configurations']['configuration']
export type Input = 'number' | 'switch' | 'list' | 'text'

/** The input type of a key: the type of its default, or a number if it has none. */
export function inputOf({ default: initial }: Pick<Key, 'default'>): Input {
  if (Array.isArray(initial)) return 'list'
  if (typeof initial === 'boolean') return 'switch'
  return typeof initial === 'string' ? 'text' : 'number'
}

/** The text of a value in its input; a list has one item per line. */
export const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : Array.isArray(value)
      ? value.map(String).join('\n')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/**
 * Converts input to the API value; undefined if the key keeps its default. Invalid numbers are sent unchanged, so that
 * the API rejects them.
 */
export function valueOf(key: Pick<Key, 'default'>, text: string): unknown {
  const typed = text.trim()
  if (typed === '') return undefined
  const input = inputOf(key)
  if (input === 'switch') return typed === 'true'
  if (input === 'text') return typed
  const asNumber = (one: string): string | number =>
    Number.isFinite(Number(one)) ? Number(one) : one
  if (input === 'number') return asNumber(typed)
  const hasNumbers = (key.default as readonly unknown[]).some((one) => typeof one === 'number')
  return typed.split('\n').flatMap((line) => {
    const entry = line.trim()
    return entry === '' ? [] : [hasNumbers ? asNumber(entry) : entry]
  })
}

/** Returns the configuration with one key set, or unset to use its default. */
export function withKey(
  configuration: Configuration,
  { provider, name }: Pick<Key, 'provider' | 'name'>,
  value: unknown,
): Configuration {
  const { [name]: _before, ...others } = configuration[provider] ?? {}
  const own = value === undefined ? others : { ...others, [name]: value }
  const { [provider]: _kind, ...kinds } = configuration
  return Object.keys(own).length > 0 ? { ...kinds, [provider]: own } : kinds
}

/** "0 to 20", "at least 1"; null without bounds. */
export function rangeOf({ minimum, maximum }: Pick<Key, 'minimum' | 'maximum'>): string | null {
  if (minimum !== null && maximum !== null) return `${minimum} to ${maximum}.`
  if (minimum !== null) return `At least ${minimum}.`
  return maximum === null ? null : `At most ${maximum}.`
}
