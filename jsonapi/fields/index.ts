export {
  isObject,
  type Json,
  json,
  type ListLimits,
  list,
  object,
  prototypeNames,
  readFields,
  record,
} from './composites.ts'
export {
  type AnyField,
  type Attributes,
  type Failed,
  type Fault,
  type Field,
  failed,
  nullable,
  optional,
  readOnly,
  type Schema,
  type TextValue,
  type Value,
  type Values,
  writeOnly,
} from './field.ts'
export { boolean, integer, number, type Range } from './numbers.ts'
export {
  email,
  nameText,
  oneOf,
  searchText,
  type TextLimits,
  text,
  uuid,
  plainName,
} from './strings.ts'
export { date, filterSchema, type Instant, instant, timestamp } from './times.ts'
