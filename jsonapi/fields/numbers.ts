import type { Failed, Fault, Field } from './field.ts'

export interface Range {
  readonly min?: number
  readonly max?: number
}

const outOfRange = ({ min, max }: Required<Range>) => `Must be a number from ${min} to ${max}.`

const integerField = (range: Range): Field<number> => {
  const limits = { min: -(2 ** 31), max: 2 ** 31 - 1, ...range }
  const read = (value: unknown, fault: Fault): number | Failed => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return fault('Must be an integer.', 'invalid_type')
    }
    if (value < limits.min || value > limits.max) return fault(outOfRange(limits), 'out_of_range')
    return value + 0 // -0 is 0
  }
  const fromText = (text: string, fault: Fault): number | Failed =>
    /^-?\d{1,15}$/.test(text) ? read(Number(text), fault) : fault('Must be an integer.')
  const schema = { type: 'integer', minimum: limits.min, maximum: limits.max }
  return { schema, read, fromText }
}

/** A 32-bit integer, as the database's `integer`; `integer({ min, max })` one within limits. */
export const integer: Field<number> & ((range: Range) => Field<number>) = Object.assign(
  (range: Range) => integerField(range),
  integerField({}),
)

const numberField = (range: Range): Field<number> => {
  const limits = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, ...range }
  const read = (value: unknown, fault: Fault): number | Failed => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      return fault('Must be a number.', 'invalid_type')
    }
    if (value < limits.min || value > limits.max) return fault(outOfRange(limits), 'out_of_range')
    return value
  }
  const fromText = (text: string, fault: Fault): number | Failed =>
    /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? read(Number(text), fault) : fault('Must be a number.')
  const schema = {
    type: 'number',
    ...(range.min !== undefined && { minimum: range.min }),
    ...(range.max !== undefined && { maximum: range.max }),
  }
  return { schema, read, fromText }
}

/** A finite number within ±(2^53 - 1); `number({ min, max })` one within limits. */
export const number: Field<number> & ((range: Range) => Field<number>) = Object.assign(
  (range: Range) => numberField(range),
  numberField({}),
)

/** True or false. A query parameter may also be written `True` or `False`, as Python prints it. */
export const boolean: Field<boolean> = {
  schema: { type: 'boolean' },
  read: (value, fault) =>
    typeof value === 'boolean' ? value : fault('Must be true or false.', 'invalid_type'),
  fromText(text, fault) {
    if (text === 'true' || text === 'True') return true
    if (text === 'false' || text === 'False') return false
    return fault('Must be true or false.')
  },
}
