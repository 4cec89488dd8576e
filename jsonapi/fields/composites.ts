import { echo, step } from '../problem.ts'
import {
  type AnyField,
  type Attributes,
  type Failed,
  type Fault,
  type Field,
  failed,
  type TextValue,
  type Value,
  type Values,
} from './field.ts'
import { readString } from './strings.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** Member names that are a way into a prototype; no field and no body takes them. */
export const prototypeNames: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
])

/** An object as JSON has them: not null, not an array, not an instance of some class. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const below =
  (fault: Fault, name: string | number): Fault =>
  (detail, code, at = '') =>
    fault(detail, code, step(name) + at)

const maxDepth = 32

function readJson(value: unknown, fault: Fault, depth = 0): Json | Failed {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return readString(value, fault)
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : fault('Must be a finite number.', 'out_of_range')
  }
  if (depth >= maxDepth) return fault(`Must not be nested deeper than ${maxDepth}.`)
  if (Array.isArray(value)) {
    return readEach(value, (item, index) => readJson(item, below(fault, index), depth + 1))
  }
  if (!isObject(value)) return fault('Must be a JSON value.', 'invalid_type')
  return readMembers(value, fault, (item, at) => readJson(item, at, depth + 1))
}

function readEach<T>(
  values: readonly unknown[],
  read: (item: unknown, index: number) => T | Failed,
): T[] | Failed {
  const result: T[] = []
  let wrong = false
  for (const [index, item] of values.entries()) {
    const value = read(item, index)
    if (value === failed) wrong = true
    else result.push(value)
  }
  return wrong ? failed : result
}

function readMembers<T>(
  value: Readonly<Record<string, unknown>>,
  fault: Fault,
  read: (item: unknown, at: Fault) => T | Failed,
): Record<string, T> | Failed {
  const result: Record<string, T> = {}
  let wrong = false
  for (const name of Object.keys(value)) {
    const at = below(fault, name)
    const sound = prototypeNames.has(name)
      ? at(`"${name}" is not allowed as a name.`)
      : readString(name, at)
    const item = sound === failed ? failed : read(value[name], at)
    if (item === failed) wrong = true
    else result[name] = item
  }
  return wrong ? failed : result
}

/** Any JSON value, at most 32 levels deep. */
export const json: Field<Json, never> = {
  schema: {},
  read: (value, fault) => readJson(value, fault),
}

/** An object with members of any name, all of one kind. */
export const record = <F extends AnyField>(
  field: F,
): Field<Readonly<Record<string, Value<F>>>, never> => {
  const inner: Field<Value<F>, unknown> = asValue(field)
  return {
    schema: { type: 'object', additionalProperties: field.schema },
    read: (value, fault) =>
      isObject(value)
        ? readMembers(value, fault, (item, at) => inner.read(item, at))
        : fault('Must be an object.', 'invalid_type'),
  }
}

/** An object of exactly these members; others are faults. */
export const object = <A extends Attributes>(fields: A): Field<Values<A>, never> => {
  const names = Object.keys(fields)
  const required = names.filter((name) => !fields[name]?.optional)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, fields[name]?.schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    read: (value, fault) =>
      isObject(value)
        ? (readFields(fields, value, fault) as Values<A> | Failed)
        : fault('Must be an object.', 'invalid_type'),
  }
}

/** Reads the members of `value` by their fields; collects every fault before it fails. */
export function readFields(
  fields: Attributes,
  value: Readonly<Record<string, unknown>>,
  fault: Fault,
): Record<string, unknown> | Failed {
  const result: Record<string, unknown> = {}
  let wrong = false
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue
    below(fault, name)(`There is no field "${echo(name)}" here.`, 'unknown')
    wrong = true
  }
  for (const [name, field] of Object.entries(fields)) {
    const at = below(fault, name)
    if (!Object.hasOwn(value, name)) {
      if (field.optional || field.access === 'readOnly') continue
      at('This field is required.', 'required')
      wrong = true
      continue
    }
    const item =
      field.access === 'readOnly'
        ? at(`"${name}" is read-only.`, 'read_only')
        : field.read(value[name], at)
    if (item === failed) wrong = true
    else result[name] = item
  }
  return wrong ? failed : result
}

export interface ListLimits {
  readonly min?: number
  readonly max?: number
}

/** A list. As a filter it reads one item: "contains". */
export const list = <F extends AnyField>(
  field: F,
  { min = 0, max = 10_000 }: ListLimits = {},
): Field<readonly Value<F>[], TextValue<F>> => {
  const inner = asValue(field)
  const { fromText } = inner
  return {
    schema: { type: 'array', items: field.schema, minItems: min, maxItems: max },
    read(value, fault) {
      if (!Array.isArray(value)) return fault('Must be a list.', 'invalid_type')
      if (value.length < min) return fault(`Must have at least ${items(min)}.`, 'min_items')
      if (value.length > max) return fault(`Must have at most ${items(max)}.`, 'max_items')
      return readEach(value, (item, index) => inner.read(item, below(fault, index)))
    },
    ...(fromText && { fromText: (text: string, fault: Fault) => fromText(text, fault) }),
  }
}

const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

/** A field by the types it yields; the compiler cannot follow `ReturnType` of a type parameter. */
const asValue = <F extends AnyField>(field: F) => field as Field<Value<F>, TextValue<F>>
